// Package states has fields that say what was done, and a receiver or a database that knows it too.
package states

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"

	"github.com/stripe/stripe-go/v84"
)

// rental is a car that somebody has.
type rental struct {
	mu      sync.Mutex
	id      string
	charged bool
}

// close takes the money for a rental, under the rental's number.
func (r *rental) close(ctx context.Context, card *stripe.Client, cents int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.charged {
		return nil
	}
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("rental/" + r.id)
	if _, err := card.V1PaymentIntents.Create(ctx, params); err != nil {
		return err
	}
	r.charged = true
	return nil
}

// car has a lamp on the dashboard of the process.
type car struct {
	warned atomic.Bool
	lamp   chan struct{}
}

func (c *car) warn() {
	if c.warned.CompareAndSwap(false, true) {
		close(c.lamp)
	}
}

// places keeps where a car was seen last. It is set, not added.
type places struct {
	db   *sql.DB
	last sync.Map
}

func (p *places) see(ctx context.Context, plate, place string) error {
	if v, ok := p.last.Load(plate); ok && v == place {
		return nil
	}
	_, err := p.db.ExecContext(ctx, `update cars set place = $2 where plate = $1`, plate, place)
	if err != nil {
		return err
	}
	p.last.Store(plate, place)
	return nil
}
