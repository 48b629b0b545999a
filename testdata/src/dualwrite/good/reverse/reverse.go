// Package reverse publishes a command and stores nothing itself. Whoever consumes the command stores, under the command's id.
package reverse

import (
	"context"
	"encoding/json"

	"github.com/IBM/sarama"
	"github.com/jackc/pgx/v5/pgxpool"
)

type sale struct {
	ID    string `json:"id"`
	Fish  string `json:"fish"`
	Buyer string `json:"buyer"`
}

// market sells fish.
type market struct{ kafka sarama.SyncProducer }

// sell makes the log the only record.
func (m *market) sell(s sale) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, _, err = m.kafka.SendMessage(&sarama.ProducerMessage{Topic: "fish.sold", Key: sarama.StringEncoder(s.ID), Value: sarama.ByteEncoder(raw)})
	return err
}

// books listens to the log.
type books struct{ pool *pgxpool.Pool }

// Setup is part of the handler of a consumer group.
func (b *books) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is part of the handler of a consumer group.
func (b *books) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim reads one partition.
func (b *books) ConsumeClaim(session sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for m := range c.Messages() {
		var s sale
		if err := json.Unmarshal(m.Value, &s); err != nil {
			return err
		}
		if err := b.enter(session.Context(), s); err != nil {
			return err
		}
		session.MarkMessage(m, "")
	}
	return nil
}

func (b *books) enter(ctx context.Context, s sale) error {
	_, err := b.pool.Exec(ctx, `insert into fish_sales (id, fish, buyer) values ($1, $2, $3) on conflict (id) do nothing`, s.ID, s.Fish, s.Buyer)
	return err
}
