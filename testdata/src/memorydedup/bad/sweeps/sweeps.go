// Package sweeps looks for what is due again and again, and remembers in memory what it has sent.
package sweeps

import (
	"context"
	"database/sql"
	"net/smtp"
	"time"
)

// reminder reminds readers of books.
type reminder struct {
	db   *sql.DB
	host string
	auth smtp.Auth
	sent map[int64]bool
}

// run looks every minute. After a restart, all that is due is sent once more.
func (r *reminder) run(ctx context.Context) error {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
			if err := r.sweep(ctx); err != nil {
				return err
			}
		}
	}
}

func (r *reminder) sweep(ctx context.Context) error {
	rows, err := r.db.QueryContext(ctx, `select id, reader from loans where due < now() and returned is null`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var reader string
		if err := rows.Scan(&id, &reader); err != nil {
			return err
		}
		if r.sent[id] {
			continue
		}
		if err := smtp.SendMail(r.host, r.auth, "library@example.org", []string{reader}, []byte("Please come back.")); err != nil {
			return err
		}
		r.sent[id] = true // want "IDV310: .*sent"
	}
	return rows.Err()
}
