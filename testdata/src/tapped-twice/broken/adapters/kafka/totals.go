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
	reader *kafka.Reader
	sink   Sink
}

// NewReader wires a Reader.
func NewReader(r *kafka.Reader, sink Sink) *Reader { return &Reader{reader: r, sink: sink} }

// Run reads until something fails; the next start begins at the last commit.
func (r *Reader) Run(ctx context.Context) error {
	for {
		msg, err := r.reader.FetchMessage(ctx)
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
		if err := r.reader.CommitMessages(ctx, msg); err != nil { // linked "IDV404: "
			return err
		}
	}
}
