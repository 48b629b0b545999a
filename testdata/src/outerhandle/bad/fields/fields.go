// Package fields has the pool in a field. Methods that are called inside of a transaction find it there.
package fields

import (
	"context"

	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	amqp "github.com/rabbitmq/amqp091-go"
)

// rooms is a table with its own way to the database.
type rooms struct{ pool *pgxpool.Pool }

func (r *rooms) occupy(ctx context.Context, room, guest string) error {
	_, err := r.pool.Exec(ctx, `UPDATE rooms SET guest = $2 WHERE id = $1`, room, guest) // want "IDV507: .*rooms"
	return err
}

// hotel books rooms.
type hotel struct {
	pool  *pgxpool.Pool
	rooms *rooms
}

func (h *hotel) book(ctx context.Context, booking, room, guest string) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO bookings (id, room, guest) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`, booking, room, guest); err != nil {
			return err
		}
		return h.rooms.occupy(ctx, room, guest)
	})
}

// clean has a second name for the pool.
func (h *hotel) clean(ctx context.Context, room string) error {
	db := h.pool
	return crdbpgx.ExecuteTx(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE rooms SET state = 'clean' WHERE id = $1`, room); err != nil {
			return err
		}
		_, err := db.Exec(ctx, `UPDATE tasks SET state = 'done' WHERE room = $1`, room) // want "IDV507: .*tasks"
		return err
	})
}

// keys hands out cards. Whether a message is new is decided inside, and what it does is written outside.
type keys struct{ db *sqlx.DB }

type card struct {
	Guest string `db:"guest"`
	Door  string `db:"door"`
}

func (k *keys) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := k.hand(ctx, d.MessageId, card{Guest: d.AppId, Door: string(d.Body)}); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (k *keys) hand(ctx context.Context, message string, c card) error {
	tx, err := k.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO key_inbox (message) VALUES ($1) ON CONFLICT (message) DO NOTHING`, message)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := sqlx.NamedExecContext(ctx, k.db, `UPDATE cards SET door = :door WHERE guest = :guest`, c); err != nil { // want "IDV507: .*cards"
		return err
	}
	return tx.Commit()
}
