// Package boats follows the boats of a harbour by what a log says of them.
package boats

import (
	"context"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// Event is one message.
type Event struct {
	Boat  string `json:"boat"`
	Berth string `json:"berth"`
}

// State is what is known of a boat.
type State struct {
	Version int64
	Berth   string
}

// Locks runs do while nobody else of the same name does.
type Locks interface {
	While(ctx context.Context, name string, do func(ctx context.Context) error) error
}

// Streams keeps states.
type Streams interface {
	Load(ctx context.Context, boat string) (State, error)
	Save(ctx context.Context, boat string, s State) error
}

// Harbour consumes events.
type Harbour struct {
	Locks   Locks
	Streams Streams
}

// Run consumes until ctx ends.
func (h *Harbour) Run(ctx context.Context, r *kafka.Reader) error {
	for {
		msg, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var e Event
		if err := json.Unmarshal(msg.Value, &e); err != nil {
			return err
		}
		if err := h.Locks.While(ctx, e.Boat, func(ctx context.Context) error { return h.one(ctx, e) }); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, msg); err != nil {
			return err
		}
	}
}
