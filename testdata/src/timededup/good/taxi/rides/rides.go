// Package rides stores the rides of a taxi service.
package rides

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Rides are in the database.
type Rides struct{ DB *sql.DB }

// Add stores the ride of a request, and returns the one that is there if the request came before.
func (r Rides) Add(ctx context.Context, passenger, request, corner string) (id string, err error) {
	err = r.DB.QueryRowContext(ctx, `INSERT INTO rides (passenger, request, corner) VALUES ($1, $2, $3)
		ON CONFLICT (passenger, request) DO UPDATE SET request = excluded.request RETURNING id`, passenger, request, corner).Scan(&id)
	return id, err
}

// Last is when the passenger was last driven, for the greeting.
func (r Rides) Last(ctx context.Context, passenger string) (at time.Time, err error) {
	err = r.DB.QueryRowContext(ctx, `SELECT ended_at FROM rides WHERE passenger = $1 AND ended_at > now() - interval '1 year' ORDER BY ended_at DESC LIMIT 1`, passenger).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return at, err
}
