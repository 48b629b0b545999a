package kafka

import (
	"context"
	"encoding/json"

	"github.com/segmentio/kafka-go"

	"example.com/cases/tapped-twice/broken/domain"
)

// Announcer writes to the stream of refunds.
type Announcer struct{ writer *kafka.Writer }

// NewAnnouncer wires an Announcer.
func NewAnnouncer(w *kafka.Writer) *Announcer { return &Announcer{writer: w} }

// Announce writes an event.
func (a *Announcer) Announce(ctx context.Context, ev domain.Event) error {
	value, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	return a.writer.WriteMessages(ctx, kafka.Message{Key: []byte(ev.Merchant), Value: value})
}
