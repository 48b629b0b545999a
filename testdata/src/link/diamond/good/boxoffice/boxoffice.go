// Package boxoffice sells seats at the door.
package boxoffice

import (
	"context"

	"example.com/cases/link/diamond/good/seats"
)

// Office is a use case.
type Office struct{ Seats seats.Seats }

// Take seats a guest unless somebody sits there.
func (x *Office) Take(ctx context.Context, seat, guest string) (bool, error) {
	ok, err := x.Seats.Sit(ctx, seat, guest)
	if err != nil || ok {
		return ok, err
	}
	who, err := x.Seats.Guest(ctx, seat)
	return who == guest, err
}
