// Package cloud has handlers that a managed service calls again when they fail.
package cloud

import (
	"context"
	"log/slog"

	"cloud.google.com/go/pubsub/v2"
	"github.com/google/uuid"
)

// hives reads the weights of beehives and asks for a visit where one is light.
type hives struct {
	weights *pubsub.Subscriber
	visits  *pubsub.Publisher
}

func (h *hives) watch(ctx context.Context) error {
	return h.weights.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		visit := &pubsub.Message{
			Data: m.Data,
			Attributes: map[string]string{
				"hive":            m.Attributes["hive"],
				"idempotency-key": uuid.NewString(), // want "IDV201: .*idempotency-key"
			},
		}
		if _, err := h.visits.Publish(ctx, visit).Get(ctx); err != nil {
			slog.Error("no visit asked for", "error", err)
			m.Nack()
			return
		}
		m.Ack()
	})
}
