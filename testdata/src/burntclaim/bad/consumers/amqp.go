package consumers

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

var errSeen = errors.New("seen before")

// letters answers letters.
type letters struct {
	pool *pgxpool.Pool
	ch   *amqp.Channel
}

func (l *letters) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		err := l.answer(ctx, d)
		if errors.Is(err, errSeen) {
			err = nil
		}
		if err != nil {
			if err := d.Nack(false, true); err != nil {
				return err
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (l *letters) answer(ctx context.Context, d amqp.Delivery) error {
	if err := l.enter(ctx, d.MessageId); err != nil {
		return err
	}
	return l.ch.PublishWithContext(ctx, "letters", "answers", true, false, amqp.Publishing{
		MessageId: d.MessageId + "/answer",
		Body:      d.Body,
	})
}

func (l *letters) enter(ctx context.Context, id string) error {
	_, err := l.pool.Exec(ctx, `insert into letters_answered (id) values ($1)`, id) // want "IDV311: .*letters_answered"
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return errSeen
	}
	return err
}
