// Package scores reads results of a chess club from Kafka and gives each to all listeners, a slice.
package scores

import (
	"context"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// Result is one game.
type Result struct {
	Game   string `json:"game"`
	Winner string `json:"winner"`
}

// Listener takes a result.
type Listener interface {
	Played(ctx context.Context, r Result) error
}

// Reader consumes results.
type Reader struct {
	kafka     *kafka.Reader
	listeners []Listener
}

// NewReader makes a reader.
func NewReader(k *kafka.Reader, listeners ...Listener) *Reader {
	return &Reader{kafka: k, listeners: listeners}
}

// Run consumes until ctx ends.
func (r *Reader) Run(ctx context.Context) error {
	for {
		m, err := r.kafka.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var res Result
		if err := json.Unmarshal(m.Value, &res); err != nil {
			return err
		}
		for _, l := range r.listeners {
			if err := l.Played(ctx, res); err != nil {
				return err
			}
		}
		if err := r.kafka.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
