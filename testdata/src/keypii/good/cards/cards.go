// Package cards names payments after the order and what the vault calls the card.
package cards

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/plutov/paypal/v4"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/charge"
	"golang.org/x/crypto/blake2b"
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

// charged: the token of the card says nothing without the vault.
func charged(ctx context.Context, p *payment) error {
	params := &stripe.ChargeParams{Amount: stripe.Int64(p.Cents), Currency: stripe.String("sek")}
	params.Context = ctx
	params.SetIdempotencyKey(p.Order + "/" + p.Payer.Card.Token)
	_, err := charge.New(params)
	return err
}

// hashed with a secret.
func hashed(ctx context.Context, conn grpc.ClientConnInterface, secret []byte, p *payment, req, reply any) error {
	ctx = metadata.NewOutgoingContext(ctx, metadata.New(map[string]string{
		"tenant":          "north",
		"idempotency-key": people.Pseudonym(secret, p.Payer.IBAN),
	}))
	return conn.Invoke(ctx, "/pay.Debit/Collect", req, reply)
}

// summed with another hash.
func summed(ctx context.Context, pp *paypal.Client, order string, s people.Staff) error {
	sum := blake2b.Sum256([]byte(s.TaxID))
	id := fmt.Sprintf("%s.%s", order, hex.EncodeToString(sum[:12]))
	_, err := pp.CaptureOrderWithPaypalRequestId(ctx, order, paypal.CaptureOrderRequest{}, id, nil)
	return err
}
