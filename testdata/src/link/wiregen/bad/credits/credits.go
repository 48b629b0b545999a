// Package credits keeps the washing credits of a laundry. Generated code wires it.
package credits

import (
	"context"
	"errors"
)

// ErrShort says that the credits do not do.
var ErrShort = errors.New("not enough credits")

// Accounts keeps what guests have left.
type Accounts interface {
	Left(ctx context.Context, guest string) (int, error)
	SetLeft(ctx context.Context, guest string, left int) error
}

// Laundry is the use case.
type Laundry struct{ accounts Accounts }

// NewLaundry is a provider.
func NewLaundry(a Accounts) *Laundry { return &Laundry{accounts: a} }

// Wash takes credits.
func (l *Laundry) Wash(ctx context.Context, guest string, price int) error {
	left, err := l.accounts.Left(ctx, guest)
	if err != nil {
		return err
	}
	if left < price {
		return ErrShort
	}
	return l.accounts.SetLeft(ctx, guest, left-price) // linked "IDV403: wash_credits"
}
