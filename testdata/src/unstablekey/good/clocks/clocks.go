// Package clocks has stored times in its keys, in a format of its own.
package clocks

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/plutov/paypal/v4"
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

func invite(l lesson, send func(*invitation) error) error {
	inv := invitation{Pupil: l.Pupil}
	inv.IdempotencyKey = l.Pupil + " " + l.At.UTC().Format(time.RFC3339)
	return send(&inv)
}

func paid(ctx context.Context, pp *paypal.Client, order string, l *lesson) error {
	slog.InfoContext(ctx, "paid", "lesson", l.At.String())
	key := fmt.Sprintf("%s/%v", order, l.At.UnixMicro())
	_, err := pp.CaptureOrderWithPaypalRequestId(ctx, order, paypal.CaptureOrderRequest{}, key, nil)
	return err
}

func renewed(customer string, ends *time.Time) error {
	params := &stripe.SubscriptionParams{Customer: &customer}
	if ends != nil {
		params.SetIdempotencyKey(customer + "~" + ends.In(time.UTC).Format("20060102"))
	}
	_, err := subscription.New(params)
	return err
}

// texts: months, weekdays and durations print the same everywhere.
func texts(l lesson, length time.Duration, send func(*invitation) error) error {
	inv := &invitation{Pupil: l.Pupil}
	inv.IdempotencyKey = fmt.Sprintf("%s-%s-%v-%s", l.Pupil, l.At.Month(), l.At.Weekday(), length)
	return send(inv)
}
