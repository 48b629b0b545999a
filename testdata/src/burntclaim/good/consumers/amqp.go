package consumers

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

// letters answers letters. The row says how far an answer has come; whoever finds it unfinished goes on.
type letters struct {
	pool *pgxpool.Pool
	ch   *amqp.Channel
}

func (l *letters) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := l.answer(ctx, d); err != nil {
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
	sent, err := l.enter(ctx, d.MessageId)
	if err != nil || sent {
		return err
	}
	err = l.ch.PublishWithContext(ctx, "letters", "answers", true, false, amqp.Publishing{
		MessageId: d.MessageId + "/answer",
		Body:      d.Body,
	})
	if err != nil {
		return err
	}
	_, err = l.pool.Exec(ctx, `update letters set sent = true where id = $1`, d.MessageId)
	return err
}

// enter makes sure that there is a row, and tells what it says.
func (l *letters) enter(ctx context.Context, id string) (sent bool, err error) {
	err = l.pool.QueryRow(ctx, `insert into letters (id, sent) values ($1, false)
		on conflict (id) do update set id = excluded.id returning sent`, id).Scan(&sent)
	return sent, err
}
