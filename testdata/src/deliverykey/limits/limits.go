// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"strconv"

	"cloud.google.com/go/pubsub/v2"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// memory remembers names; what it is for stands in its documentation only.
type memory interface {
	Note(ctx context.Context, name string) (known bool, err error)
}

func noted(ctx context.Context, in <-chan amqp.Delivery, m memory, work func([]byte) error) error {
	for d := range in {
		known, err := m.Note(ctx, strconv.FormatUint(d.DeliveryTag, 10)) // miss: IDV202 nothing in the method's name says that it deduplicates
		if err != nil {
			return err
		}
		if !known {
			if err := work(d.Body); err != nil {
				return err
			}
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// task is what the consumer makes of a delivery. The tag travels under another name, through a channel.
type task struct {
	number uint64
	body   []byte
}

func queue(in <-chan amqp.Delivery, out chan<- task) {
	for d := range in {
		out <- task{number: d.DeliveryTag, body: d.Body}
	}
}

func work(ctx context.Context, in <-chan task, inbox interface {
	Once(ctx context.Context, id uint64, fn func() error) error
}, do func([]byte) error) error {
	for t := range in {
		err := inbox.Once(ctx, t.number, func() error { return do(t.body) }) // miss: IDV202 values are not followed through channels
		if err != nil {
			return err
		}
	}
	return nil
}

// once runs a function for an id, if it did not before, and remembers it together with the function's effects.
type once interface {
	Once(ctx context.Context, id string, fn func(context.Context) error) error
}

// garden waters beds by name; to set a valve twice is to set it once.
type garden interface {
	SetValve(ctx context.Context, bed string, open bool) error
}

// counting numbers the messages as they come. After a restart, or a rebalance, the same message has another number.
func counting(ctx context.Context, o once, g garden, in *kafka.Reader) error {
	n := 0
	for {
		m, err := in.FetchMessage(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		n++
		if err := o.Once(ctx, fmt.Sprintf("%s-%d", m.Topic, n), func(ctx context.Context) error { // miss: IDV202 that a counter of the consumer starts again with the process is not seen
			return g.SetValve(ctx, string(m.Value), true)
		}); err != nil {
			return err
		}
		if err := in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// wins adds the points of a quiz in one script: it looks for the name, and adds when it is new.
var wins = redis.NewScript(`
if redis.call("SET", KEYS[1], "1", "NX", "EX", 604800) then
  redis.call("HINCRBY", KEYS[2], ARGV[1], 1)
end
return 1`)

// quiz takes the attempt into the name of the win.
func quiz(ctx context.Context, rdb *redis.Client, answers *pubsub.Subscriber) error {
	return answers.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		attempt := 1
		if m.DeliveryAttempt != nil {
			attempt = *m.DeliveryAttempt
		}
		key := fmt.Sprintf("win:%s:%d", m.ID, attempt)
		if err := wins.Run(ctx, rdb, []string{key, "points"}, m.Attributes["player"]).Err(); err != nil { // miss: IDV202 scripts of Redis are not read
			log.Printf("answer %s: %v", m.ID, err)
			m.Nack()
			return
		}
		m.Ack()
	})
}

// Handled is a row of the inbox.
type Handled struct {
	MessageID uint64 `gorm:"primaryKey"`
}

// Shelf is a shelf of a warehouse.
type Shelf struct {
	Code  string `gorm:"primaryKey"`
	Boxes int
}

// shelves counts boxes. The consumer's sequence goes up with each delivery, also with a second one.
func shelves(ctx context.Context, db *gorm.DB, in jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return in.Consume(func(msg jetstream.Msg) {
		if err := shelve(db.WithContext(ctx), msg); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func shelve(db *gorm.DB, msg jetstream.Msg) error {
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	return db.Transaction(func(tx *gorm.DB) error {
		row := Handled{MessageID: meta.Sequence.Consumer}
		// IDV202 does not read what an ORM inserts. That the key never collides is told all the same.
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row) // want "IDV312: handleds"
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		return tx.Model(&Shelf{}).Where("code = ?", string(msg.Data())).Update("boxes", gorm.Expr("boxes + 1")).Error
	})
}
