// Package app has the use cases. They know the ports, and none of what is behind them.
package app

import (
	"context"
	"errors"

	"example.com/cases/tapped-twice/broken/domain"
)

var errMoved = errors.New("the payment has moved")

// Settle ends payments, whoever brings the outcome: the request, the resolver or the processor's callback.
type Settle struct {
	Work     domain.UnitOfWork
	Payments domain.Payments
	Ledger   domain.Ledger
	Outbox   domain.Outbox
}

// Succeeded books the payment and tells of it, all or nothing.
func (s *Settle) Succeeded(ctx context.Context, pay domain.Payment, charge string) error {
	return s.Work.Do(ctx, func(ctx context.Context) error {
		moved, err := s.Payments.Move(ctx, pay.ID, domain.Succeeded, charge)
		if err != nil {
			return err
		}
		if !moved {
			// Seeds: S3, conditional writes: the repeat finds the payment moved, which is success, and is told to come again for ever.
			return errMoved // linked "IDV304: payments"
		}
		if err := s.Ledger.Post(ctx, pay.ID, "merchant:"+pay.Merchant, pay.Cents); err != nil {
			return err
		}
		if err := s.Ledger.Post(ctx, pay.ID, "processor", -pay.Cents); err != nil {
			return err
		}
		return s.Outbox.Add(ctx, domain.Paid(pay))
	})
}

// Refused ends a payment that the processor has refused.
func (s *Settle) Refused(ctx context.Context, pay domain.Payment) error {
	_, err := s.Payments.Move(ctx, pay.ID, domain.Failed, "")
	return err
}
