// Package customers is the middle one of three layers, each behind an interface: http, service, repository.
package customers

import (
	"context"
	"errors"
)

// Customer is one customer.
type Customer struct{ Number, Name string }

// ErrUnknown says that nobody has the number.
var ErrUnknown = errors.New("unknown customer")

// Customers is the repository.
type Customers interface {
	Find(ctx context.Context, number string) (*Customer, error)
	Ensure(ctx context.Context, c Customer) error
}

// Service is the middle layer.
type Service struct{ customers Customers }

// NewService makes the middle layer.
func NewService(c Customers) *Service { return &Service{customers: c} }

// Open opens an account for a customer who has none.
func (s *Service) Open(ctx context.Context, c Customer) error {
	if c.Number == "" {
		return ErrUnknown
	}
	return s.customers.Ensure(ctx, c)
}
