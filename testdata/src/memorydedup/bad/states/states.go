// Package states keeps the state of things in fields, and asks the fields whether something was done.
package states

import (
	"context"
	"errors"
	"net/smtp"
	"sync"
	"sync/atomic"

	"github.com/stripe/stripe-go/v84"
)

// rental is a car that somebody has. Rentals live in the process, and are read from a database when it starts.
type rental struct {
	mu      sync.Mutex
	id      string
	charged bool
}

// close takes the money for a rental.
func (r *rental) close(ctx context.Context, card *stripe.Client, cents int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.charged {
		return nil
	}
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur"), Description: stripe.String(r.id)}
	if _, err := card.V1PaymentIntents.Create(ctx, params); err != nil {
		return err
	}
	r.charged = true // want "IDV310: .*charged"
	return nil
}

// fleet warns the owner of a car once.
type fleet struct {
	cars map[string]*car
	host string
	auth smtp.Auth
}

type car struct {
	owner  string
	warned atomic.Bool
}

var errNoCar = errors.New("no such car")

func (f *fleet) warn(plate, text string) error {
	c, ok := f.cars[plate]
	if !ok {
		return errNoCar
	}
	if !c.warned.CompareAndSwap(false, true) { // want "IDV310: .*CompareAndSwap"
		return nil
	}
	if err := smtp.SendMail(f.host, f.auth, "fleet@example.org", []string{c.owner}, []byte(text)); err != nil {
		c.warned.Store(false)
		return err
	}
	return nil
}
