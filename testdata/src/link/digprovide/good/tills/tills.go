// Package tills reads sales from Kafka. dig finds the journal by the interface that it is provided as.
package tills

import (
	"context"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// Sale is one sale of a till.
type Sale struct {
	Number string `json:"number"`
	Till   string `json:"till"`
	Cents  int64  `json:"cents"`
}

// Journal keeps sales.
type Journal interface {
	Append(ctx context.Context, s Sale) error
}

// Listener consumes sales.
type Listener struct {
	reader  *kafka.Reader
	journal Journal
}

// NewListener is a provider.
func NewListener(r *kafka.Reader, j Journal) *Listener { return &Listener{reader: r, journal: j} }

// Run consumes until ctx ends.
func (l *Listener) Run(ctx context.Context) error {
	for {
		m, err := l.reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var s Sale
		if err := json.Unmarshal(m.Value, &s); err != nil {
			return err
		}
		if err := l.journal.Append(ctx, s); err != nil {
			return err
		}
		if err := l.reader.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
