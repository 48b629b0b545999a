// Package shared derives a key for each operation from one id, or has a reason to use one key twice.
package shared

import (
	"context"
	"errors"
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

func settle(ctx context.Context, s sale) error {
	pay := &stripe.PaymentIntentParams{Amount: stripe.Int64(s.Cents), Currency: stripe.String("dkk")}
	pay.Context = ctx
	pay.SetIdempotencyKey(s.ID + ":take")
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
	pass.SetIdempotencyKey(s.ID + ":pass")
	_, err = transfer.New(pass)
	return err
}

// Bank has one way to send all its orders.
type Bank struct {
	hc   *http.Client
	base string
}

var errBusy = errors.New("the bank is busy")

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
	if resp.StatusCode == http.StatusTooManyRequests {
		return errors.Join(errBusy, resp.Body.Close())
	}
	return resp.Body.Close()
}

// Lease blocks the deposit and collects the first rent.
func (b *Bank) Lease(ctx context.Context, contract string) error {
	key := "lease/" + contract
	if err := b.post(ctx, "/holds", fmt.Sprintf(`{"contract":%q,"cents":90000}`, contract), key+"/deposit"); err != nil {
		return err
	}
	return b.post(ctx, "/debits", fmt.Sprintf(`{"contract":%q,"cents":30000}`, contract), key+"/rent")
}

// Either sends one of two orders: only one of them happens.
func (b *Bank) Either(ctx context.Context, contract string, monthly bool) error {
	if monthly {
		return b.post(ctx, "/standing-orders", fmt.Sprintf(`{"contract":%q}`, contract), contract)
	}
	return b.post(ctx, "/debits", fmt.Sprintf(`{"contract":%q}`, contract), contract)
}

// Again sends the same order a second time: that is what a key is for.
func (b *Bank) Again(ctx context.Context, contract string) error {
	body := fmt.Sprintf(`{"contract":%q,"cents":30000}`, contract)
	err := b.post(ctx, "/debits", body, contract)
	if errors.Is(err, errBusy) {
		err = b.post(ctx, "/debits", body, contract)
	}
	return err
}

// Escrow holds goods; it is another company than the bank, with keys of its own.
type Escrow interface {
	Hold(ctx context.Context, goods, idempotencyKey string) error
}

// Exchange tells two companies about one contract: neither sees the key of the other.
func (b *Bank) Exchange(ctx context.Context, e Escrow, contract string) error {
	if err := e.Hold(ctx, contract, contract); err != nil {
		return err
	}
	return b.post(ctx, "/debits", fmt.Sprintf(`{"contract":%q}`, contract), contract)
}

func cancel(ctx context.Context, pp *paypal.Client, auth, requestID string, part *paypal.PaymentCaptureRequest) error {
	got, err := pp.CaptureAuthorizationWithPaypalRequestId(ctx, auth, part, requestID+"-capture")
	if err != nil {
		return err
	}
	_, err = pp.RefundCaptureWithPaypalRequestId(ctx, got.ID, paypal.RefundCaptureRequest{}, requestID+"-refund")
	return err
}
