// Package ledger has mark and effect in one transaction, or in one statement.
package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

// ledger moves money as messages say.
type ledger struct{ pool *pgxpool.Pool }

func (l *ledger) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := l.apply(ctx, d); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (l *ledger) apply(ctx context.Context, d amqp.Delivery) error {
	return l.once(ctx, d.MessageId, func(tx pgx.Tx) error { return move(ctx, tx, string(d.Body)) })
}

// once runs f unless that was done before for id.
func (l *ledger) once(ctx context.Context, id string, f func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `insert into moved (id) values ($1) on conflict (id) do nothing`, id)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return f(tx)
	})
}

func move(ctx context.Context, tx pgx.Tx, account string) error {
	if _, err := tx.Exec(ctx, `update accounts set cents = cents - 100 where id = 'bank'`); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `update accounts set cents = cents + 100 where id = $1`, account)
	return err
}

// close marks and closes in one statement.
func (l *ledger) close(ctx context.Context, d amqp.Delivery) error {
	_, err := l.pool.Exec(ctx, `with fresh as (insert into closings (id) values ($1) on conflict (id) do nothing returning id)
		update accounts set open = false from fresh where accounts.id = $2`, d.MessageId, string(d.Body))
	return err
}

// place keeps the place in the log with what was read there.
func (l *ledger) place(ctx context.Context, partition int, offset int64, account string) error {
	return pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update places set next = $2 + 1 where part = $1 and next <= $2`, partition, offset)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return move(ctx, tx, account)
	})
}
