// Package wrapped has a consumer of the house, which acknowledges when the handler returns nil.
package wrapped

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

// errPoison is for what will never be understood.
var errPoison = errors.New("not understood")

type handler func(ctx context.Context, id string, body []byte) error

// rabbit knows one error for which a message is set aside.
func rabbit(ctx context.Context, in <-chan amqp.Delivery, h handler) {
	for d := range in {
		switch err := h(ctx, d.MessageId, d.Body); {
		case errors.Is(err, errPoison):
			_ = d.Nack(false, false)
		case err != nil:
			_ = d.Nack(false, true)
		default:
			_ = d.Ack(false)
		}
	}
}

// kafkas ends without an error when the program does.
func kafkas(ctx context.Context, r *kafka.Reader, h handler) error {
	for {
		m, err := r.FetchMessage(ctx)
		if errors.Is(err, context.Canceled) {
			return nil
		}
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

func (z *zoo) feed(ctx context.Context, id string, animal []byte) error {
	if len(animal) == 0 {
		return fmt.Errorf("feeding %s: %w", id, errPoison)
	}
	if _, err := z.db.ExecContext(ctx, `INSERT INTO feedings (id, animal) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, string(animal)); err != nil {
		return fmt.Errorf("feeding %s: %w", id, err)
	}
	if err := z.rdb.Del(ctx, "zoo:page").Err(); err != nil {
		log.Printf("the page is old for a minute: %v", err)
	}
	return nil
}

// house tells by a bool whether the animal has one.
func (z *zoo) house(ctx context.Context, animal string) (string, bool, error) {
	house, err := z.rdb.HGet(ctx, "houses", animal).Result()
	if errors.Is(err, redis.Nil) {
		return "", false, nil
	}
	return house, err == nil, err
}

// move has nothing to do for an animal without a house.
func (z *zoo) move(ctx context.Context, animal string, _ []byte) error {
	house, ok, err := z.house(ctx, animal)
	if err != nil {
		return err
	}
	if !ok {
		log.Printf("%s lives outside", animal)
		return nil
	}
	return z.rdb.Set(ctx, "inside:"+animal, house, 0).Err()
}

func (z *zoo) start(ctx context.Context, in <-chan amqp.Delivery, r *kafka.Reader) error {
	go rabbit(ctx, in, z.feed)
	return kafkas(ctx, r, z.move)
}
