// Package rides stores the rides of a taxi service.
package rides

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Rides are in the database of the transaction that they are given.
type Rides struct{}

// Lock makes everybody else wait who wants something for the passenger.
func (Rides) Lock(ctx context.Context, tx *sql.Tx, passenger string) error {
	_, err := tx.ExecContext(ctx, `SELECT 1 FROM passengers WHERE id = $1 FOR UPDATE`, passenger)
	return err
}

// Near is the ride from the same corner since a time, or an empty string.
func (Rides) Near(ctx context.Context, tx *sql.Tx, passenger, corner string, since time.Time) (string, error) {
	var id string
	err := tx.QueryRowContext(ctx, `SELECT id FROM rides WHERE passenger = $1 AND corner = $2 AND ordered_at > $3 LIMIT 1`, passenger, corner, since).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, err
}

// Add stores a ride.
func (Rides) Add(ctx context.Context, tx *sql.Tx, passenger, corner string) (id string, err error) {
	err = tx.QueryRowContext(ctx, `INSERT INTO rides (passenger, corner, ordered_at) VALUES ($1, $2, now()) RETURNING id`, passenger, corner).Scan(&id)
	return id, err
}
