package app

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"example.com/cases/tapped-twice/sound/domain"
)

// deadline is shorter than the patience of the phone.
const deadline = 5 * time.Second

// Pay charges a card once for each tap.
type Pay struct {
	Keys      domain.Keys
	Payments  domain.Payments
	Processor domain.Processor
	Settle    *Settle
}

// Run claims the key, records the payment, charges, and settles: in this order.
func (p *Pay) Run(ctx context.Context, req domain.Request) (*domain.Payment, error) {
	owner := uuid.NewString()
	won, err := p.Keys.Claim(ctx, req.Scope(), req.Fingerprint, owner)
	if err != nil {
		return nil, err
	}
	if !won {
		return p.repeat(ctx, req)
	}
	pay, err := p.record(ctx, req)
	if err != nil {
		return nil, errors.Join(err, p.Keys.Release(context.WithoutCancel(ctx), req.Scope(), owner))
	}
	if pay.State == domain.Pending {
		if err := p.charge(ctx, *pay); err != nil {
			return nil, errors.Join(err, p.Keys.Release(context.WithoutCancel(ctx), req.Scope(), owner))
		}
	}
	if err := p.Keys.Complete(context.WithoutCancel(ctx), req.Scope(), owner, pay.ID); err != nil {
		return nil, err
	}
	return p.Payments.Get(ctx, pay.ID)
}

// repeat answers from the payment that the key points to.
func (p *Pay) repeat(ctx context.Context, req domain.Request) (*domain.Payment, error) {
	rec, err := p.Keys.Find(ctx, req.Scope())
	if errors.Is(err, domain.ErrNotFound) {
		return nil, domain.ErrBusy
	}
	if err != nil {
		return nil, err
	}
	if rec.Fingerprint != req.Fingerprint {
		return nil, domain.ErrKeyReused
	}
	if !rec.Done {
		return nil, domain.ErrBusy
	}
	return p.Payments.Get(ctx, rec.Payment)
}

// record stores the payment before anything leaves the house. The row outlives the key: a tap of last week finds it.
func (p *Pay) record(ctx context.Context, req domain.Request) (*domain.Payment, error) {
	pay := domain.NewPayment(req)
	added, err := p.Payments.Insert(ctx, pay)
	if err != nil || added {
		return &pay, err
	}
	old, err := p.Payments.ByKey(ctx, req.Caller, req.Key)
	if err != nil {
		return nil, err
	}
	if old.Fingerprint != pay.Fingerprint {
		return nil, domain.ErrKeyReused
	}
	return old, nil
}

// charge knows three outcomes: done, refused, and not known, which is the resolver's.
func (p *Pay) charge(ctx context.Context, pay domain.Payment) error {
	limited, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	charge, err := p.Processor.Charge(limited, pay.ChargeKey(), pay)
	ctx = context.WithoutCancel(ctx)
	if errors.Is(err, domain.ErrRefused) {
		return p.end(ctx, pay, domain.Failed)
	}
	if err != nil {
		return p.end(ctx, pay, domain.Unknown)
	}
	return p.Settle.Succeeded(ctx, pay, charge)
}

func (p *Pay) end(ctx context.Context, pay domain.Payment, state domain.State) error {
	_, err := p.Payments.Move(ctx, pay.ID, state, "")
	return err
}
