// Package fields gives the transaction to the methods that are called inside of it.
package fields

import (
	"context"

	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	amqp "github.com/rabbitmq/amqp091-go"
)

// querier is a pool or a transaction.
type querier interface {
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
}

// rooms is a table. It is bound to whatever runs its statements.
type rooms struct{ q querier }

func (r rooms) in(tx pgx.Tx) rooms { return rooms{q: tx} }

func (r rooms) occupy(ctx context.Context, room, guest string) error {
	_, err := r.q.Exec(ctx, `UPDATE rooms SET guest = $2 WHERE id = $1`, room, guest)
	return err
}

// hotel books rooms.
type hotel struct {
	pool  *pgxpool.Pool
	rooms rooms
}

func (h *hotel) book(ctx context.Context, booking, room, guest string) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO bookings (id, room, guest) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`, booking, room, guest); err != nil {
			return err
		}
		return h.rooms.in(tx).occupy(ctx, room, guest)
	})
}

// release has no transaction around it: the same method is right with the pool.
func (h *hotel) release(ctx context.Context, room string) error {
	return rooms{q: h.pool}.occupy(ctx, room, "")
}

func (h *hotel) clean(ctx context.Context, room string) error {
	db := h.pool
	return crdbpgx.ExecuteTx(ctx, db, pgx.TxOptions{}, func(db pgx.Tx) error {
		if _, err := db.Exec(ctx, `UPDATE rooms SET state = 'clean' WHERE id = $1`, room); err != nil {
			return err
		}
		_, err := db.Exec(ctx, `UPDATE tasks SET state = 'done' WHERE room = $1`, room)
		return err
	})
}

// paint uses the connection on which the transaction runs, so it is inside.
func (h *hotel) paint(ctx context.Context, room string) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE rooms SET state = 'paint' WHERE id = $1`, room); err != nil {
			return err
		}
		_, err := tx.Conn().Exec(ctx, `UPDATE tasks SET state = 'open' WHERE room = $1`, room)
		return err
	})
}

// keys hands out cards.
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
	if _, err := sqlx.NamedExecContext(ctx, tx, `UPDATE cards SET door = :door WHERE guest = :guest`, c); err != nil {
		return err
	}
	return tx.Commit()
}
