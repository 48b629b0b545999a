// Package booking keeps one key over its own attempts, and lets the caller choose it.
package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Seats is the seat service.
type Seats interface {
	Reserve(ctx context.Context, seat, idempotencyKey string) error
}

// Desk books seats.
type Desk struct{ Seats Seats }

// Book reserves a seat.
func (d *Desk) Book(ctx context.Context, seat string) error {
	return d.BookAs(ctx, seat, uuid.NewString())
}

// BookAs reserves a seat under the caller's key.
func (d *Desk) BookAs(ctx context.Context, seat, key string) error {
	var err error
	for try := range 3 {
		if err = d.Seats.Reserve(ctx, seat, key); err == nil {
			return nil
		}
		time.Sleep(time.Duration(try) * time.Second)
	}
	return fmt.Errorf("book %s: %w", seat, err)
}
