// Package warden takes the fee of a mountain hut. What it needs are functions in the fields of a struct.
package warden

import (
	"context"
	"time"
)

// Stay is one night of one guest.
type Stay struct {
	ID, Guest string
	Cents     int64
}

// Deps is what a warden needs. Charge charges once for each stay.
type Deps struct {
	Charge func(ctx context.Context, s Stay) error
	Now    func() time.Time
}

// Warden is the use case.
type Warden struct{ deps Deps }

// New makes a warden.
func New(d Deps) *Warden { return &Warden{deps: d} }

// Settle charges for a night; the line to the valley is bad, so it tries for a minute.
func (w *Warden) Settle(ctx context.Context, s Stay) error {
	until := w.deps.Now().Add(time.Minute)
	for {
		err := w.deps.Charge(ctx, s)
		if err == nil || w.deps.Now().After(until) {
			return err
		}
		time.Sleep(5 * time.Second)
	}
}
