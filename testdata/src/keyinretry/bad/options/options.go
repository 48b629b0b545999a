// Package options makes the key in the options of each attempt, or gives no option, so that the callee makes it.
package options

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"example.com/cases/keyinretry/bad/options/ledger"
)

// withOption gives an option with a new key in every attempt.
func withOption(ctx context.Context, l *ledger.Ledger, entry string) error {
	return backoff.Retry(func() error {
		return l.Book(ctx, entry, ledger.Key(uuid.NewString())) // want "IDV101: Idempotency-Key"
	}, backoff.NewExponentialBackOff())
}

// withoutOption leaves the key to the ledger, which makes one in every call.
func withoutOption(ctx context.Context, l *ledger.Ledger, entry string) error {
	var err error
	for range 4 {
		if err = l.Book(ctx, entry); err == nil { // want "IDV101: Idempotency-Key"
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// transfer is a struct of options with a conventional field.
type transfer struct {
	From, To       string
	Cents          int64
	IdempotencyKey string
}

type bank interface {
	Move(ctx context.Context, t *transfer) error
}

// optionStruct sets the field of a shared struct in every attempt.
func optionStruct(ctx context.Context, b bank, t *transfer) error {
	var err error
	for i := 0; i < 3; i++ {
		t.IdempotencyKey = uuid.NewString() // want "IDV101: IdempotencyKey"
		if err = b.Move(ctx, t); err == nil {
			break
		}
	}
	return err
}

// builder is the same with a chain of setters.
type builder struct{ t transfer }

func newBuilder() *builder { return &builder{} }

func (b *builder) amount(cents int64) *builder { b.t.Cents = cents; return b }

func (b *builder) key(k string) *builder {
	b.t.IdempotencyKey = k // want "IDV101: IdempotencyKey"
	return b
}

func (b *builder) build() *transfer { return &b.t }

func built(ctx context.Context, b bank) error {
	return backoff.Retry(func() error {
		return b.Move(ctx, newBuilder().amount(995).key(uuid.NewString()).build())
	}, backoff.NewExponentialBackOff())
}
