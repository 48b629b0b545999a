// Package looms puts bales on looms. A bale is out of the queue before the weavers know of it.
package looms

import (
	"context"
	"time"
)

// Bales knows which bales wait.
type Bales interface {
	Load(ctx context.Context) (loom string, err error)
}

// Bells tells weavers.
type Bells interface {
	Ring(ctx context.Context, loom string) error
}

// Mill is the use case.
type Mill struct {
	bales Bales
	bells Bells
}

// New makes a mill.
func New(b Bales, r Bells) *Mill { return &Mill{bales: b, bells: r} }

// Run loads until ctx ends.
func (m *Mill) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		loom, err := m.bales.Load(ctx) // linked "IDV404: waiting_bales"
		if err != nil {
			return err
		}
		if loom == "" {
			time.Sleep(time.Second)
			continue
		}
		if err := m.bells.Ring(ctx, loom); err != nil {
			return err
		}
	}
	return ctx.Err()
}
