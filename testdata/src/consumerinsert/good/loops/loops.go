// Package loops tries again with a number that the first try had as well, or after errors that say that no row is there.
package loops

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// complaints are written down by a person at a desk.
type complaints struct{ db *sql.DB }

func (c *complaints) insert(ctx context.Context, id, text string) error {
	_, err := c.db.ExecContext(ctx, "INSERT INTO complaints (id, text) VALUES (?, ?) ON DUPLICATE KEY UPDATE id = id", id, text)
	return err
}

// persistent is a store that does not give up. The number is drawn once, before the first try.
type persistent struct{ complaints *complaints }

func (s *persistent) insert(ctx context.Context, text string) error {
	id := uuid.NewString()
	wait := 100 * time.Millisecond
	for {
		err := s.complaints.insert(ctx, id, text)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
			wait *= 2
		}
	}
}

func (s *persistent) handle(w http.ResponseWriter, r *http.Request) {
	if err := s.insert(r.Context(), r.FormValue("text")); err != nil {
		http.Error(w, "write a letter", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// bids are kept by a closure that is called again only when the database says that it rolled back.
type bids struct{ db *pgxpool.Pool }

func rolledBack(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

func (b *bids) place(ctx context.Context, lot string, cents int64) error {
	return retry.Do(func() error {
		return pgx.BeginTxFunc(ctx, b.db, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error { return bid(ctx, tx, lot, cents) })
	}, retry.Context(ctx), retry.Attempts(3), retry.RetryIf(rolledBack))
}

func bid(ctx context.Context, tx pgx.Tx, lot string, cents int64) error {
	_, err := tx.Exec(ctx, `INSERT INTO bids (lot, cents) VALUES ($1, $2)`, lot, cents)
	return err
}
