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
	// Take reports whether there was enough.
	Take(ctx context.Context, guest string, price int) (bool, error)
}

// Laundry is the use case.
type Laundry struct{ accounts Accounts }

// NewLaundry is a provider.
func NewLaundry(a Accounts) *Laundry { return &Laundry{accounts: a} }

// Wash takes credits.
func (l *Laundry) Wash(ctx context.Context, guest string, price int) error {
	ok, err := l.accounts.Take(ctx, guest, price)
	if err == nil && !ok {
		return ErrShort
	}
	return err
}
