package implicit

import (
	"context"
	"log"

	"github.com/twmb/franz-go/pkg/kgo"
)

// islands has a client that commits by itself: at each poll, and from time to time, what the poll before it returned.
type islands struct {
	client *kgo.Client
	ferry  *ferry
}

func newIslands(f *ferry) (*islands, error) {
	cl, err := kgo.NewClient(kgo.SeedBrokers("kafka:9092"), kgo.ConsumerGroup("islands"), kgo.ConsumeTopics("landings"))
	return &islands{client: cl, ferry: f}, err
}

// land leaves a landing behind that was not stored.
func (i *islands) land(ctx context.Context) error {
	for ctx.Err() == nil {
		fetches := i.client.PollFetches(ctx) // want "IDV404: .*(PollFetches|landings)"
		if err := fetches.Err(); err != nil {
			return err
		}
		fetches.EachRecord(func(r *kgo.Record) {
			_, err := i.ferry.db.ExecContext(ctx, `INSERT INTO landings (ticket, island) VALUES ($1, $2) ON CONFLICT (ticket) DO NOTHING`, string(r.Key), string(r.Value))
			if err != nil {
				log.Printf("landing at offset %d: %v", r.Offset, err)
			}
		})
	}
	return ctx.Err()
}
