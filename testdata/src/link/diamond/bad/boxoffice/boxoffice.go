// Package boxoffice sells seats at the door.
package boxoffice

import (
	"context"

	"example.com/cases/link/diamond/bad/seats"
)

// Office is a use case.
type Office struct{ Seats seats.Seats }

// Take seats a guest unless somebody sits there.
func (x *Office) Take(ctx context.Context, seat, guest string) (bool, error) {
	who, err := x.Seats.Guest(ctx, seat)
	if err != nil {
		return false, err
	}
	if who != "" {
		return who == guest, nil
	}
	return true, x.Seats.Sit(ctx, seat, guest) // linked "IDV301: theatre_seats"
}
