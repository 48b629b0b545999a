package queues

import (
	"context"
	"log"

	"cloud.google.com/go/pubsub/v2"
	"cloud.google.com/go/spanner"
)

// lanes stores which lane a car took.
type lanes struct {
	sub *pubsub.Subscriber
	db  *spanner.Client
}

// receive decides at the end, in one deferred function, which of the two it was.
func (l *lanes) receive(ctx context.Context) error {
	return l.sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		var err error
		defer func() {
			if err != nil {
				log.Printf("car %s: %v", m.ID, err)
				m.Nack()
				return
			}
			m.Ack()
		}()
		row := spanner.InsertOrUpdate("LaneUses", []string{"ID", "Lane"}, []any{m.ID, m.Attributes["lane"]})
		_, err = l.db.Apply(ctx, []*spanner.Mutation{row})
	})
}
