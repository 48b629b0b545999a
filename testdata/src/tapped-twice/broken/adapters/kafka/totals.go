// Package kafka reads the stream of daily totals.
package kafka

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/segmentio/kafka-go"

	"example.com/cases/tapped-twice/broken/domain"
)

// Sink takes totals; a total can come more than once, and after a newer one.
type Sink interface {
	Take(ctx context.Context, t domain.Total) error
}

// Reader reads totals.
type Reader struct {
	config kafka.ReaderConfig
	sink   Sink
}

// NewReader wires a Reader.
func NewReader(config kafka.ReaderConfig, sink Sink) *Reader {
	return &Reader{config: config, sink: sink}
}

// Run reads until something fails. The next run has a reader of its own, which begins at the last commit.
func (r *Reader) Run(ctx context.Context) error {
	reader := kafka.NewReader(r.config)
	defer reader.Close()
	for {
		msg, err := reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var t domain.Total
		if err := json.Unmarshal(msg.Value, &t); err != nil {
			return err
		}
		if err := r.sink.Take(ctx, t); err != nil {
			slog.ErrorContext(ctx, "total", "merchant", t.Merchant, "error", err)
		}
		// Seeds: S1, at-least-once delivery: the offset is committed past a total that was not written, and it never comes again.
		if err := reader.CommitMessages(ctx, msg); err != nil { // linked "IDV404: "
			return err
		}
	}
}
