// Package stream runs verbs as a stream delivers them.
package stream

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/link/twoobjects/good/verbs"
)

// Start starts the consumer.
func Start(cons jetstream.Consumer, set *verbs.Set) (jetstream.ConsumeContext, error) {
	return cons.Consume(func(msg jetstream.Msg) {
		if err := set.Do(context.Background(), msg.Subject(), msg.Headers().Get("Nats-Msg-Id"), string(msg.Data())); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}
