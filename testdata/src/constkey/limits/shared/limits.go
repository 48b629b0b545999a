// Package limits gives one key to two operations of one provider, which takes the second for a repeat of the first.
package limits

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/plutov/paypal/v4"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"
)

type sale struct {
	ID     string
	Seller string
	Cents  int64
	Fee    int64
}

// settle takes the money of a sale and passes it on, both under the id of the sale.
func settle(ctx context.Context, s sale) error {
	pay := &stripe.PaymentIntentParams{Amount: stripe.Int64(s.Cents), Currency: stripe.String("dkk")}
	pay.Context = ctx
	pay.SetIdempotencyKey(s.ID)
	intent, err := paymentintent.New(pay)
	if err != nil {
		return fmt.Errorf("take: %w", err)
	}
	pass := &stripe.TransferParams{
		Amount:        stripe.Int64(s.Cents - s.Fee),
		Currency:      stripe.String("dkk"),
		Destination:   stripe.String(s.Seller),
		TransferGroup: stripe.String(intent.ID),
	}
	pass.Context = ctx
	pass.SetIdempotencyKey(s.ID) // miss: IDV104 the keys of two calls are not compared
	_, err = transfer.New(pass)
	return err
}

// Bank has one way to send all its orders.
type Bank struct {
	hc   *http.Client
	base string
}

func (b *Bank) post(ctx context.Context, path, body, idempotencyKey string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", idempotencyKey)
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Lease blocks the deposit and collects the first rent.
func (b *Bank) Lease(ctx context.Context, contract string) error {
	key := "lease/" + contract
	if err := b.post(ctx, "/holds", fmt.Sprintf(`{"contract":%q,"cents":90000}`, contract), key); err != nil {
		return err
	}
	return b.post(ctx, "/debits", fmt.Sprintf(`{"contract":%q,"cents":30000}`, contract), key) // miss: IDV104 the keys of two calls are not compared
}

// cancel captures a part of what is authorised and gives a part of it back, under one id.
func cancel(ctx context.Context, pp *paypal.Client, auth, requestID string, part *paypal.PaymentCaptureRequest) error {
	got, err := pp.CaptureAuthorizationWithPaypalRequestId(ctx, auth, part, requestID)
	if err != nil {
		return err
	}
	_, err = pp.RefundCaptureWithPaypalRequestId(ctx, got.ID, paypal.RefundCaptureRequest{}, requestID) // miss: IDV104 the keys of two calls are not compared
	return err
}
