// Package loops tries again only what is known not to have happened, or what may happen twice.
package loops

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

// spending keeps what each call of a tenant has cost, under the id that the gateway gave to the call.
type spending struct{ rdb *redis.Client }

func (s *spending) set(ctx context.Context, tenant, call string, cents float64) error {
	return s.rdb.HSet(ctx, "spending:"+tenant, call, cents).Err()
}

func (s *spending) used(ctx context.Context, tenant, call string, cents float64) (err error) {
	for i := range 3 {
		if err = s.set(ctx, tenant, call, cents); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * 50 * time.Millisecond)
	}
	return err
}

func serialization(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "40001"
}

// ballots tries again when the database says that it rolled the vote back. A lost connection ends the loop.
type ballots struct{ db *pgxpool.Pool }

func (b *ballots) vote(ctx context.Context, choice string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		_, err := b.db.Exec(ctx, `UPDATE choices SET votes = votes + 1 WHERE id = $1`, choice)
		if err != nil && !serialization(err) {
			return struct{}{}, backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithMaxTries(4))
	return err
}

// tills books many sales, each in its turn; one that fails is reported, and not tried again.
type tills struct{ db *sql.DB }

type sale struct {
	Till  string
	Cents int64
}

func (t *tills) book(ctx context.Context, sales []sale) (failed []sale) {
	for _, s := range sales {
		if _, err := t.db.ExecContext(ctx, `UPDATE tills SET cents = cents + ? WHERE id = ?`, s.Cents, s.Till); err != nil {
			failed = append(failed, s)
			continue
		}
	}
	return failed
}

// once is a handler that adds, and is called by people who look at the number before they press again.
func (t *tills) once(w http.ResponseWriter, r *http.Request) {
	if _, err := t.db.ExecContext(r.Context(), `UPDATE tills SET opened = opened + 1 WHERE id = ?`, r.PathValue("till")); err != nil {
		http.Error(w, "look at the till", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
