// Package validity compares times that say how long something holds, or which of two states is the newer one.
package validity

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

var errStale = errors.New("changed meanwhile")

// voucher uses a voucher up while it holds.
func voucher(ctx context.Context, db *sql.DB, code, order string) (bool, error) {
	res, err := db.ExecContext(ctx, `UPDATE vouchers SET used_by = $2 WHERE code = $1 AND used_by IS NULL AND expires_at > now()`, code, order)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// rename changes a page that nobody has changed since it was read.
func rename(ctx context.Context, db *sql.DB, page, title string, read time.Time) error {
	res, err := db.ExecContext(ctx, `UPDATE pages SET title = $2, updated_at = now() WHERE id = $1 AND updated_at = $3`, page, title, read)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errStale
	}
	return nil
}

// moved keeps the newest place of a van. Older messages and repeats change nothing.
func moved(ctx context.Context, pool *pgxpool.Pool, in <-chan amqp.Delivery) error {
	for d := range in {
		_, err := pool.Exec(ctx, `insert into vans (id, place, at) values ($1, $2, $3)
			on conflict (id) do update set place = excluded.place, at = excluded.at where vans.at < excluded.at`,
			d.AppId, string(d.Body), d.Timestamp)
		if err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// forecast is read again after five minutes.
type forecast struct {
	mu   sync.Mutex
	at   time.Time
	text string
	load func(context.Context) (string, error)
}

func (f *forecast) get(ctx context.Context) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.at) < 5*time.Minute {
		return f.text, nil
	}
	text, err := f.load(ctx)
	if err != nil {
		return "", err
	}
	f.text, f.at = text, time.Now()
	return text, nil
}

var errFull = errors.New("the court is taken")

// book books a tennis court. Two bookings of one court must not overlap, whoever makes them.
func book(ctx context.Context, pool *pgxpool.Pool, court, number string, from, until time.Time) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select 1 from courts where id = $1 for update`, court); err != nil {
			return err
		}
		var taken bool
		if err := tx.QueryRow(ctx, `select exists (select 1 from court_bookings where court = $1 and number <> $2 and starts < $4 and ends > $3)`, court, number, from, until).Scan(&taken); err != nil {
			return err
		}
		if taken {
			return errFull
		}
		_, err := tx.Exec(ctx, `insert into court_bookings (number, court, starts, ends) values ($1, $2, $3, $4) on conflict (number) do nothing`, number, court, from, until)
		return err
	})
}
