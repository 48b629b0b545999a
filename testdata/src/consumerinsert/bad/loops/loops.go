// Package loops inserts again when it got no answer. The first row may be there.
package loops

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/jackc/pgx/v5/pgxpool"
)

// complaints are written down by a person at a desk.
type complaints struct{ db *sql.DB }

func (c *complaints) insert(ctx context.Context, text string) error {
	_, err := c.db.ExecContext(ctx, "INSERT INTO complaints (text) VALUES (?)", text) // want "IDV402: .*complaints"
	return err
}

// persistent is a store that does not give up.
type persistent struct{ complaints *complaints }

func (s *persistent) insert(ctx context.Context, text string) error {
	wait := 100 * time.Millisecond
	for {
		err := s.complaints.insert(ctx, text)
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

// bids are kept by a closure that a library calls until it returns nil.
type bids struct{ db *pgxpool.Pool }

func (b *bids) place(ctx context.Context, lot string, cents int64) error {
	return retry.Do(func() error { return b.insert(ctx, lot, cents) }, retry.Context(ctx), retry.Attempts(3))
}

func (b *bids) insert(ctx context.Context, lot string, cents int64) error {
	_, err := b.db.Exec(ctx, `INSERT INTO bids (lot, cents) VALUES ($1, $2)`, lot, cents) // want "IDV402: .*bids"
	return err
}
