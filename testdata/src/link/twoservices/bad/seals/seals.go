// Package seals is a service that gives each of its seals to one worker.
package seals

import (
	"context"

	"example.com/cases/link/twoservices/bad/claims"
)

// Service is the service.
type Service struct{ claims claims.Claims }

// New makes the service.
func New(c claims.Claims) *Service { return &Service{claims: c} }

// Take takes one of the seals.
func (s *Service) Take(ctx context.Context, id, worker string) (bool, error) {
	owner, err := s.claims.Owner(ctx, id)
	if err != nil {
		return false, err
	}
	if owner != "" {
		return owner == worker, nil
	}
	if err := s.claims.Put(ctx, id, worker); err != nil {
		return false, err
	}
	owner, err = s.claims.Owner(ctx, id)
	return owner == worker, err
}
