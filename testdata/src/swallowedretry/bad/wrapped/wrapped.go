// Package wrapped has a consumer of the house, which acknowledges when the handler returns nil.
package wrapped

import (
	"context"
	"database/sql"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

type handler func(ctx context.Context, id string, body []byte) error

func rabbit(ctx context.Context, in <-chan amqp.Delivery, h handler) {
	for d := range in {
		if err := h(ctx, d.MessageId, d.Body); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

func kafkas(ctx context.Context, r *kafka.Reader, h handler) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := h(ctx, string(m.Key), m.Value); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// zoo feeds animals.
type zoo struct {
	db  *sql.DB
	rdb *redis.Client
}

// feed is called by rabbit.
func (z *zoo) feed(ctx context.Context, id string, animal []byte) error {
	if _, err := z.db.ExecContext(ctx, `INSERT INTO feedings (id, animal) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, string(animal)); err != nil {
		log.Printf("feeding %s: %v", id, err)
		return nil // want "IDV508: .*feedings"
	}
	return nil
}

// house tells by a bool whether it worked.
func (z *zoo) house(ctx context.Context, animal, house string) bool {
	if err := z.rdb.HSet(ctx, "houses", animal, house).Err(); err != nil {
		log.Printf("house of %s: %v", animal, err)
		return false
	}
	return true
}

// move is called by kafkas. It takes false for an answer.
func (z *zoo) move(ctx context.Context, animal string, house []byte) error {
	if !z.house(ctx, animal, string(house)) {
		return nil // want "IDV508: .*HSet"
	}
	log.Printf("%s lives in %s", animal, house)
	return nil
}

func (z *zoo) start(ctx context.Context, in <-chan amqp.Delivery, r *kafka.Reader) error {
	go rabbit(ctx, in, z.feed)
	return kafkas(ctx, r, z.move)
}
