// Package desk takes orders for taxis. Who orders again from the same corner gets the ride that is there.
package desk

import (
	"context"
	"database/sql"
	"time"

	"example.com/cases/timededup/bad/taxi/rides"
)

// Desk has the rides.
type Desk struct {
	DB    *sql.DB
	Rides rides.Rides
}

// Order returns the number of a ride.
func (d *Desk) Order(ctx context.Context, passenger, corner string) (string, error) {
	tx, err := d.DB.BeginTx(ctx, nil)
	if err != nil {
		return "", err
	}
	defer tx.Rollback()
	if err := d.Rides.Lock(ctx, tx, passenger); err != nil {
		return "", err
	}
	id, err := d.Rides.Near(ctx, tx, passenger, corner, time.Now().Add(-45*time.Second)) // want "IDV602: .*rides"
	if err != nil || id != "" {
		return id, err
	}
	if id, err = d.Rides.Add(ctx, tx, passenger, corner); err != nil {
		return "", err
	}
	return id, tx.Commit()
}
