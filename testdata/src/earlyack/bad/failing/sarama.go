// Package failing acknowledges what it could not store.
package failing

import (
	"database/sql"
	"log"

	"github.com/IBM/sarama"
)

// meals is the consumer of a kitchen.
type meals struct{ db *sql.DB }

// Setup implements sarama.ConsumerGroupHandler.
func (*meals) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup implements sarama.ConsumerGroupHandler.
func (*meals) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim implements sarama.ConsumerGroupHandler. A meal that is not stored is logged, and passed.
func (k *meals) ConsumeClaim(sess sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		if err := k.serve(m); err != nil {
			log.Printf("meal at offset %d: %v", m.Offset, err)
		}
		sess.MarkMessage(m, "") // want "IDV404: .*(MarkMessage|served_meals)"
	}
	return nil
}

func (k *meals) serve(m *sarama.ConsumerMessage) error {
	_, err := k.db.Exec(`INSERT INTO served_meals (ticket, dish) VALUES (?, ?) ON DUPLICATE KEY UPDATE ticket = ticket`, string(m.Key), string(m.Value))
	return err
}
