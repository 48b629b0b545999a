// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
)

// registry is implemented in another package. Whether false stands for a duplicate is not visible here.
type registry interface {
	Enter(ctx context.Context, horse string) (bool, error)
}

type stable struct {
	registry registry
	js       jetstream.JetStream
}

func (s *stable) routes(mux *asynq.ServeMux) { mux.HandleFunc("horse:enter", s.enter) }

func (s *stable) enter(ctx context.Context, t *asynq.Task) error {
	ok, err := s.registry.Enter(ctx, string(t.Payload()))
	if err != nil {
		return err
	}
	if !ok {
		return nil // miss: IDV405 that false stands for a duplicate is decided in a package that the analysis does not join with this one
	}
	_, err = s.js.Publish(ctx, "horses.entered", t.Payload(), jetstream.WithMsgID("entered-"+string(t.Payload())))
	return err
}
