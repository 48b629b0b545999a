// Package booking retries rightly by itself: one key for all of its attempts. But a caller that calls it again asks for
// another booking.
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
	key := uuid.NewString()
	var err error
	for try := range 3 {
		if err = d.Seats.Reserve(ctx, seat, key); err == nil {
			return nil
		}
		time.Sleep(time.Duration(try) * time.Second)
	}
	return fmt.Errorf("book %s: %w", seat, err)
}
