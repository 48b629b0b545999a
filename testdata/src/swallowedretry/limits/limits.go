// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"log"

	"github.com/hibiken/asynq"
)

// shelf is implemented in another package. Whether false stands for an error or for an answer is not visible here.
type shelf interface {
	Put(ctx context.Context, jar string) bool
}

type cook struct{ shelf shelf }

func (c *cook) routes(mux *asynq.ServeMux) { mux.HandleFunc("jam:put", c.put) }

func (c *cook) put(ctx context.Context, t *asynq.Task) error {
	if !c.shelf.Put(ctx, string(t.Payload())) {
		return nil // miss: IDV508 what false means is decided in a package that the analysis does not join with this one
	}
	return nil
}

// results come back over a channel, and are only logged.
func (c *cook) collect(mux *asynq.ServeMux, work func(ctx context.Context, jar string) error) {
	failed := make(chan error, 16)
	go func() {
		for err := range failed {
			log.Printf("jam: %v", err)
		}
	}()
	mux.HandleFunc("jam:cook", func(ctx context.Context, t *asynq.Task) error {
		if err := work(ctx, string(t.Payload())); err != nil {
			failed <- err
		}
		return nil // miss: IDV508 what a function value from outside does, and whether it may fail for good, is not known here
	})
}
