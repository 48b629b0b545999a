package background

import (
	"context"
	"database/sql"
	"log"

	"github.com/IBM/sarama"
	"github.com/nats-io/nats.go/jetstream"
)

// orchard counts its trees. Workers store what the consumer hands to them.
type orchard struct {
	db   *sql.DB
	work chan *sarama.ConsumerMessage
}

func (o *orchard) worker() {
	for m := range o.work {
		if _, err := o.db.Exec(`INSERT INTO trees (tag, kind) VALUES ($1, $2) ON CONFLICT (tag) DO NOTHING`, string(m.Key), string(m.Value)); err != nil {
			log.Printf("tree %s: %v", m.Key, err)
		}
	}
}

// Setup implements sarama.ConsumerGroupHandler.
func (o *orchard) Setup(sarama.ConsumerGroupSession) error {
	for range 8 {
		go o.worker()
	}
	return nil
}

// Cleanup implements sarama.ConsumerGroupHandler.
func (o *orchard) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim implements sarama.ConsumerGroupHandler. It marks a message that a worker has, and may not have stored.
func (o *orchard) ConsumeClaim(sess sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		o.work <- m
		sess.MarkMessage(m, "") // want "IDV404: .*(MarkMessage|trees)"
	}
	return nil
}

// harvest starts the work and acknowledges at once, to be ready for the next basket.
func (o *orchard) harvest(baskets jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return baskets.Consume(func(msg jetstream.Msg) {
		data := msg.Data()
		go o.weigh(context.Background(), data)
		if err := msg.Ack(); err != nil { // want "IDV404: .*(Ack|baskets)"
			log.Printf("ack: %v", err)
		}
	})
}

func (o *orchard) weigh(ctx context.Context, basket []byte) {
	if _, err := o.db.ExecContext(ctx, `INSERT INTO baskets (tag) VALUES ($1) ON CONFLICT (tag) DO NOTHING`, string(basket)); err != nil {
		log.Printf("basket %s: %v", basket, err)
	}
}
