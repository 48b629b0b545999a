// Package app has the use cases. They know the ports, and none of what is behind them.
package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Settle ends payments, whoever brings the outcome: the request, the resolver or the processor's callback.
type Settle struct{ Work domain.UnitOfWork }

// Succeeded books the payment and tells of it, all or nothing.
func (s *Settle) Succeeded(ctx context.Context, pay domain.Payment, charge string) error {
	return s.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error { return book(ctx, r, pay, charge) })
}

// book is done once: who comes second finds the payment moved.
func book(ctx context.Context, r domain.Repos, pay domain.Payment, charge string) error {
	moved, err := r.Payments.Move(ctx, pay.ID, domain.Succeeded, charge)
	if err != nil || !moved {
		return err
	}
	if err := r.Ledger.Post(ctx, pay.ID, "merchant:"+pay.Merchant, pay.Cents); err != nil {
		return err
	}
	if err := r.Ledger.Post(ctx, pay.ID, "processor", -pay.Cents); err != nil {
		return err
	}
	return r.Outbox.Add(ctx, domain.Paid(pay))
}
