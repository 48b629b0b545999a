package brokers

import (
	"fmt"

	"github.com/IBM/sarama"
	"github.com/oklog/ulid/v2"
)

// gauge follows the readings of rain gauges and raises flood warnings.
type gauge struct {
	sarama.ConsumerGroupHandler // Setup and Cleanup
	warnings                    sarama.SyncProducer
}

// ConsumeClaim runs again from the last marked offset after a rebalance.
func (g *gauge) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for reading := range claim.Messages() {
		if err := g.warn(reading); err != nil {
			return fmt.Errorf("reading %d: %w", reading.Offset, err)
		}
		session.MarkMessage(reading, "")
	}
	return nil
}

func (g *gauge) warn(reading *sarama.ConsumerMessage) error {
	_, _, err := g.warnings.SendMessage(&sarama.ProducerMessage{
		Topic: "flood-warnings",
		Key:   sarama.ByteEncoder(reading.Key),
		Value: sarama.ByteEncoder(reading.Value),
		Headers: []sarama.RecordHeader{
			{Key: []byte("Dedup-Id"), Value: []byte(ulid.Make().String())}, // want "IDV201: .*Dedup-Id"
		},
	})
	return err
}
