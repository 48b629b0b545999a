// Package money moves money under keys of the order; what else the requests carry is stored with the order.
package money

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/plutov/paypal/v4"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

type order struct {
	ID      string
	Cents   int64
	Invoice string
	Placed  time.Time
}

func intent(ctx context.Context, o order) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(o.Cents), Currency: stripe.String("chf")}
	params.Context = ctx
	params.SetIdempotencyKey("intent-" + o.ID)
	params.AddMetadata("order", o.ID)
	params.AddMetadata("placed_at", o.Placed.Format(time.RFC3339))
	_, err := paymentintent.New(params)
	return err
}

func checkout(ctx context.Context, pp *paypal.Client, o order, requestID string) error {
	units := []paypal.PurchaseUnitRequest{{
		ReferenceID: o.ID,
		InvoiceID:   o.Invoice,
		Amount:      &paypal.PurchaseUnitAmount{Currency: "CHF", Value: fmt.Sprintf("%d.%02d", o.Cents/100, o.Cents%100)},
	}}
	_, err := pp.CreateOrderWithPaypalRequestID(ctx, paypal.OrderIntentCapture, units, nil, nil, requestID)
	return err
}

type header struct {
	IdempotencyKey string
	Tenant         string
}

// Transfer between two accounts of a bank of our own.
type Transfer struct {
	header
	From, To  string
	Cents     int64
	Reference string
}

// transfer derives the reference from the key.
func transfer(key, from, to string, cents int64, book func(*Transfer) error) error {
	t := &Transfer{From: from, To: to, Cents: cents}
	t.header = header{IdempotencyKey: key, Tenant: "retail"}
	t.Reference = "T-" + key
	return book(t)
}

type meta struct {
	IdempotencyKey string `json:"idempotency_key"`
}

type voucher struct {
	Meta    *meta     `json:"meta"`
	Cents   int64     `json:"cents"`
	Expires time.Time `json:"expires"`
}

// issue counts the year from the day of the order.
func issue(o *order, post func([]byte) error) error {
	raw, err := json.Marshal(voucher{
		Meta:    &meta{IdempotencyKey: "voucher/" + o.ID},
		Cents:   o.Cents,
		Expires: o.Placed.AddDate(1, 0, 0),
	})
	if err != nil {
		return err
	}
	return post(raw)
}
