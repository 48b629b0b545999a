// Package sweeps looks for what is due again and again. The rows say what was sent.
package sweeps

import (
	"context"
	"database/sql"
	"net/smtp"
	"time"
)

// reminder reminds readers of books. It leaves a row alone for a while when the reader's mail server was down.
type reminder struct {
	db    *sql.DB
	host  string
	auth  smtp.Auth
	later map[int64]time.Time
}

type loan struct {
	id     int64
	reader string
}

func (r *reminder) sweep(ctx context.Context, now time.Time) error {
	loans, err := r.due(ctx)
	if err != nil {
		return err
	}
	for _, l := range loans {
		if now.Before(r.later[l.id]) {
			continue
		}
		if err := r.remind(ctx, l); err != nil {
			r.later[l.id] = now.Add(time.Hour)
		}
	}
	return nil
}

func (r *reminder) due(ctx context.Context) ([]loan, error) {
	rows, err := r.db.QueryContext(ctx, `select id, reader from loans
		where due < now() and reminder in ('none', 'sending') and coalesce(tried, 'epoch') < now() - interval '1 hour'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var loans []loan
	for rows.Next() {
		var l loan
		if err := rows.Scan(&l.id, &l.reader); err != nil {
			return nil, err
		}
		loans = append(loans, l)
	}
	return loans, rows.Err()
}

func (r *reminder) remind(ctx context.Context, l loan) error {
	res, err := r.db.ExecContext(ctx, `update loans set reminder = 'sending', tried = now()
		where id = $1 and reminder in ('none', 'sending') and coalesce(tried, 'epoch') < now() - interval '1 hour'`, l.id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if err := smtp.SendMail(r.host, r.auth, "library@example.org", []string{l.reader}, []byte("Please come back.")); err != nil {
		return err
	}
	_, err = r.db.ExecContext(ctx, `update loans set reminder = 'sent' where id = $1`, l.id)
	return err
}
