// Package clocks has times in its keys that are stored and stable, but are printed by Time.String. It writes the zone, and
// the reading of a second clock if there is one: the same moment looks different after it was stored and read.
package clocks

import (
	"time"

	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/subscription"
)

type lesson struct {
	Pupil string
	At    time.Time
}

type invitation struct {
	Pupil          string
	IdempotencyKey string
}

// invite joins the name of the pupil with the printed time.
func invite(l lesson, send func(*invitation) error) error {
	inv := invitation{Pupil: l.Pupil}
	inv.IdempotencyKey = l.Pupil + " " + l.At.String() // want "IDV109: IdempotencyKey"
	return send(&inv)
}

// renewed: the printed time is the only key of a subscription.
func renewed(customer string, ends *time.Time) error {
	params := &stripe.SubscriptionParams{Customer: &customer}
	if ends != nil {
		params.SetIdempotencyKey(customer + "~" + ends.In(time.UTC).String()) // want "IDV109: .*IdempotencyKey"
	}
	_, err := subscription.New(params)
	return err
}
