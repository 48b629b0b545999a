// Package desk takes orders for taxis.
package desk

import (
	"context"
	"time"

	"example.com/cases/timededup/good/taxi/rides"
)

// Desk has the rides.
type Desk struct{ Rides rides.Rides }

// Order returns the number of a ride, and whether to say welcome back.
func (d *Desk) Order(ctx context.Context, passenger, request, corner string) (id string, back bool, err error) {
	last, err := d.Rides.Last(ctx, passenger)
	if err != nil {
		return "", false, err
	}
	id, err = d.Rides.Add(ctx, passenger, request, corner)
	return id, time.Since(last) < 30*24*time.Hour, err
}
