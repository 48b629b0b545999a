// Package counter serves the public, over a store in another package whose answer to the write counts.
package counter

import (
	"context"
	"errors"
	"fmt"

	"example.com/cases/checktheninsert/good/crosspkg/register"
)

// Counter is where people come to.
type Counter struct {
	parcels *register.Parcels
	desks   *register.Desks
}

// New wires a Counter.
func New(p *register.Parcels, d *register.Desks) *Counter { return &Counter{parcels: p, desks: d} }

// Register enters a parcel that the register does not know.
func (c *Counter) Register(ctx context.Context, number, owner string) error {
	_, err := c.parcels.ByNumber(ctx, number)
	if err == nil {
		return fmt.Errorf("parcel %s is registered", number)
	}
	if !errors.Is(err, register.ErrUnknown) {
		return err
	}
	return c.parcels.Insert(ctx, register.Parcel{Number: number, Owner: owner})
}

// Open gives a file to a clerk, unless another one works on it.
func (c *Counter) Open(ctx context.Context, number, clerk string) (bool, error) {
	other, err := c.desks.Clerk(ctx, number)
	if err != nil || other != "" {
		return other == clerk, err
	}
	return c.desks.Assign(ctx, number, clerk)
}
