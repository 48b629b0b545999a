// Package metrics measures ports: each type stands in front of the one that does the work.
package metrics

import (
	"context"
	"expvar"
	"time"

	"example.com/cases/tapped-twice/sound/domain"
)

var spent = expvar.NewMap("processor_milliseconds")

// Processor measures how long the processor takes.
type Processor struct{ next domain.Processor }

// NewProcessor puts the clock in front of a processor.
func NewProcessor(next domain.Processor) *Processor { return &Processor{next: next} }

// Charge passes a charge on.
func (p *Processor) Charge(ctx context.Context, key string, pay domain.Payment) (string, error) {
	defer since("charge", time.Now())
	return p.next.Charge(ctx, key, pay)
}

// Refund passes a refund on.
func (p *Processor) Refund(ctx context.Context, key, charge string, cents int64) error {
	defer since("refund", time.Now())
	return p.next.Refund(ctx, key, charge, cents)
}

func since(call string, start time.Time) { spent.Add(call, time.Since(start).Milliseconds()) }
