// Package options chooses the key before the first attempt and gives it as an option to each.
package options

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"example.com/cases/keyinretry/good/options/ledger"
)

// withOption makes the option, and with it the key, before the retry.
func withOption(ctx context.Context, l *ledger.Ledger, entry string) error {
	key := ledger.Key(uuid.NewString())
	return backoff.Retry(func() error {
		return l.Book(ctx, entry, key)
	}, backoff.NewExponentialBackOff())
}

// variable keeps the key in a variable and makes the option anew.
func variable(ctx context.Context, l *ledger.Ledger, entry string) error {
	key := uuid.NewString()
	var err error
	for range 4 {
		if err = l.Book(ctx, entry, ledger.Key(key)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// each books every entry once; the ledger makes a key for each call.
func each(ctx context.Context, l *ledger.Ledger, entries []string) error {
	for _, e := range entries {
		if err := l.Book(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

type transfer struct {
	From, To       string
	Cents          int64
	IdempotencyKey string
}

type bank interface {
	Move(ctx context.Context, t *transfer) error
}

// optionStruct sets the field before the loop, if the caller has not done so.
func optionStruct(ctx context.Context, b bank, t *transfer) error {
	if t.IdempotencyKey == "" {
		t.IdempotencyKey = uuid.NewString()
	}
	var err error
	for i := 0; i < 3; i++ {
		if err = b.Move(ctx, t); err == nil {
			break
		}
	}
	return err
}

type builder struct{ t transfer }

func newBuilder() *builder { return &builder{} }

func (b *builder) amount(cents int64) *builder { b.t.Cents = cents; return b }

func (b *builder) key(k string) *builder { b.t.IdempotencyKey = k; return b }

func (b *builder) build() *transfer { return &b.t }

// built makes the whole request before the retry.
func built(ctx context.Context, b bank) error {
	t := newBuilder().amount(995).key(uuid.NewString()).build()
	return backoff.Retry(func() error { return b.Move(ctx, t) }, backoff.NewExponentialBackOff())
}
