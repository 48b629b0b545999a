// Package ledger has mark and effect in one database, and in two transactions.
package ledger

import (
	"context"
	"errors"

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

// apply moves the money first. When the process dies before the mark, the next delivery moves it again.
func (l *ledger) apply(ctx context.Context, d amqp.Delivery) error {
	known, err := l.known(ctx, d.MessageId)
	if err != nil || known {
		return err
	}
	if err := l.move(ctx, string(d.Body)); err != nil {
		return err
	}
	return l.remember(ctx, d.MessageId)
}

func (l *ledger) known(ctx context.Context, id string) (bool, error) {
	var one int
	err := l.pool.QueryRow(ctx, `select 1 from moved where id = $1`, id).Scan(&one)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (l *ledger) move(ctx context.Context, account string) error {
	return pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `update accounts set cents = cents - 100 where id = 'bank'`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `update accounts set cents = cents + 100 where id = $1`, account)
		return err
	})
}

func (l *ledger) remember(ctx context.Context, id string) error {
	_, err := l.pool.Exec(ctx, `insert into moved (id, at) values ($1, now()) on conflict (id) do update set at = excluded.at`, id) // want "IDV305: .*moved"
	return err
}

// close marks an account first. What fails is written down for a person; what a crash interrupts is not.
func (l *ledger) close(ctx context.Context, d amqp.Delivery) error {
	tag, err := l.pool.Exec(ctx, `insert into closings (id) values ($1) on conflict (id) do nothing`, d.MessageId) // want "IDV305: .*closings"
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	if _, err := l.pool.Exec(ctx, `update accounts set open = false where id = $1`, string(d.Body)); err != nil {
		_, err = l.pool.Exec(context.WithoutCancel(ctx), `insert into closings_failed (id, reason) values ($1, $2)
			on conflict (id) do update set reason = excluded.reason`, d.MessageId, err.Error())
		return err
	}
	return nil
}

func (l *ledger) closings(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := l.close(ctx, d); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
