// Package looms puts bales on looms. The work is done in the statement that takes the bale; who hears of it is of no weight.
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
	Ring(ctx context.Context, loom string)
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
		loom, err := m.bales.Load(ctx)
		if err != nil {
			return err
		}
		if loom == "" {
			time.Sleep(time.Second)
			continue
		}
		m.bells.Ring(ctx, loom)
	}
	return ctx.Err()
}
