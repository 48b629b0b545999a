// Package cards names payments after the card, the account or the tax number of who pays.
package cards

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/plutov/paypal/v4"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/charge"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"example.com/cases/keypii/people"
)

type payment struct {
	Order string
	Cents int64
	Payer struct {
		Card struct {
			CardNumber string
			Token      string
		}
		IBAN string
	}
}

// charged: the number of the card lies deep in the struct.
func charged(ctx context.Context, p *payment) error {
	params := &stripe.ChargeParams{Amount: stripe.Int64(p.Cents), Currency: stripe.String("sek")}
	params.Context = ctx
	params.SetIdempotencyKey(p.Order + "/" + p.Payer.Card.CardNumber) // want "IDV105: .*IdempotencyKey.*CardNumber"
	_, err := charge.New(params)
	return err
}

// encoded is not hashed: everybody can read it.
func encoded(ctx context.Context, conn grpc.ClientConnInterface, p *payment, req, reply any) error {
	ref := base64.RawURLEncoding.EncodeToString([]byte(p.Payer.IBAN))
	ctx = metadata.NewOutgoingContext(ctx, metadata.New(map[string]string{
		"tenant":          "north",
		"idempotency-key": ref, // want "IDV105: idempotency-key.*IBAN"
	}))
	return conn.Invoke(ctx, "/pay.Debit/Collect", req, reply)
}

// embedded: the tax number comes from a struct inside the struct.
func embedded(ctx context.Context, pp *paypal.Client, order string, s people.Staff) error {
	id := fmt.Sprintf("%s.%s", order, s.TaxID)
	_, err := pp.CaptureOrderWithPaypalRequestId(ctx, order, paypal.CaptureOrderRequest{}, id, nil) // want "IDV105: .*TaxID"
	return err
}
