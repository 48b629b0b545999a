// Package loops adds inside of handlers that nobody calls again, but tries more than once itself. A lost answer is taken for a
// write that did not happen.
package loops

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

// spending keeps what each tenant has spent this month.
type spending struct{ rdb *redis.Client }

func (s *spending) add(ctx context.Context, tenant string, cents float64) error {
	return s.rdb.HIncrByFloat(ctx, "spending", tenant, cents).Err() // want "IDV401: .*HIncrByFloat"
}

type meter struct{ spending *spending }

// used asks up to three times.
func (m *meter) used(ctx context.Context, tenant string, cents float64) (err error) {
	for i := range 3 {
		if err = m.spending.add(ctx, tenant, cents); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * 50 * time.Millisecond)
	}
	return err
}

func (m *meter) handle(w http.ResponseWriter, r *http.Request) {
	if err := m.used(r.Context(), r.PathValue("tenant"), 0.2); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// ballots has a closure that is called until it returns nil.
type ballots struct{ db *pgxpool.Pool }

func (b *ballots) vote(ctx context.Context, choice string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		return struct{}{}, b.raise(ctx, choice)
	}, backoff.WithMaxTries(4))
	return err
}

func (b *ballots) raise(ctx context.Context, choice string) error {
	_, err := b.db.Exec(ctx, `UPDATE choices SET votes = votes + 1 WHERE id = $1`, choice) // want "IDV401: .*choices"
	return err
}

// pair writes to the second database when the first one does not answer, and both are merged at night.
type pair struct{ dbs []*sql.DB }

func (p *pair) sell(ctx context.Context, till string, cents int64) error {
	var all error
	for _, db := range p.dbs {
		err := sum(ctx, db, till, cents)
		if err == nil {
			return nil
		}
		all = errors.Join(all, err)
	}
	return all
}

func sum(ctx context.Context, db *sql.DB, till string, cents int64) error {
	_, err := db.ExecContext(ctx, `UPDATE tills SET cents = cents + ? WHERE id = ?`, cents, till) // want "IDV401: .*tills"
	return err
}
