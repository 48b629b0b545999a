// Package usher shows guests to their seats, and seats nobody.
package usher

import (
	"context"

	"example.com/cases/link/diamond/bad/seats"
)

// Usher is a use case.
type Usher struct{ Seats seats.Seats }

// Right reports whether the guest has the seat.
func (x *Usher) Right(ctx context.Context, seat, guest string) (bool, error) {
	who, err := x.Seats.Guest(ctx, seat)
	return who == guest, err
}
