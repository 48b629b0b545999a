// Package money moves money under keys of the order, in requests that carry the time or a number of their own.
package money

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/plutov/paypal/v4"
	"github.com/rs/xid"
)

type order struct {
	ID    string
	Cents int64
}

// checkout makes the number of the invoice while it sends it.
func checkout(ctx context.Context, pp *paypal.Client, o order, requestID string) error {
	units := []paypal.PurchaseUnitRequest{{
		ReferenceID: o.ID,
		InvoiceID:   xid.New().String(),
		Amount:      &paypal.PurchaseUnitAmount{Currency: "CHF", Value: fmt.Sprintf("%d.%02d", o.Cents/100, o.Cents%100)},
	}}
	_, err := pp.CreateOrderWithPaypalRequestID(ctx, paypal.OrderIntentCapture, units, nil, nil, requestID) // want "IDV110"
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

// transfer: the key is in an embedded struct, the reference beside it is new each time.
func transfer(key, from, to string, cents int64, book func(*Transfer) error) error {
	t := &Transfer{From: from, To: to, Cents: cents}
	t.header = header{IdempotencyKey: key, Tenant: "retail"}
	t.Reference = uuid.NewString() // want "IDV110: Reference.*IdempotencyKey"
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

// issue: a year from now is a moment later in the next attempt.
func issue(o *order, post func([]byte) error) error {
	raw, err := json.Marshal(voucher{
		Meta:    &meta{IdempotencyKey: "voucher/" + o.ID},
		Cents:   o.Cents,
		Expires: time.Now().AddDate(1, 0, 0), // want "IDV110: Expires"
	})
	if err != nil {
		return err
	}
	return post(raw)
}
