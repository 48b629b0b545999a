// Package swept publishes right after the commit, and a sweep publishes what was not published.
package swept

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

// ticket is a row of lottery_events.
type ticket struct {
	ID   string `db:"id"`
	Body string `db:"body"`
}

// lottery sells tickets.
type lottery struct {
	pool *pgxpool.Pool
	ch   *amqp.Channel
}

// sell stores ticket and event, and publishes the event at once. The row of the event goes when it is published.
func (l *lottery) sell(ctx context.Context, number, player string) error {
	err := pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `insert into tickets (number, player) values ($1, $2)`, number, player); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into lottery_events (id, body) values ($1, $2)`, "sold-"+number, player)
		return err
	})
	if err != nil {
		return err
	}
	return l.publish(ctx, ticket{ID: "sold-" + number, Body: player})
}

func (l *lottery) publish(ctx context.Context, t ticket) error {
	err := l.ch.PublishWithContext(ctx, "lottery", "sold", true, false, amqp.Publishing{MessageId: t.ID, Body: []byte(t.Body)})
	if err != nil {
		return err
	}
	_, err = l.pool.Exec(ctx, `delete from lottery_events where id = $1`, t.ID)
	return err
}

func (l *lottery) sweep(ctx context.Context) error {
	rows, err := l.pool.Query(ctx, `select id, body from lottery_events where at < now() - interval '10 seconds'`)
	if err != nil {
		return err
	}
	left, err := pgx.CollectRows(rows, pgx.RowToStructByName[ticket])
	if err != nil {
		return err
	}
	var errs []error
	for _, t := range left {
		errs = append(errs, l.publish(ctx, t))
	}
	return errors.Join(errs...)
}
