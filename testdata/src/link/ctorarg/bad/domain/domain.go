// Package domain signs gardeners up. The store comes as an argument of the constructor.
package domain

import (
	"context"
	"errors"
)

// Member has a garden plot.
type Member struct {
	Email string
	Plot  int
}

// ErrUnknown says that there is no such member.
var ErrUnknown = errors.New("no such member")

// Members keeps members.
type Members interface {
	ByEmail(ctx context.Context, email string) (Member, error)
	Add(ctx context.Context, m Member) error
}

// SignUp is the use case.
type SignUp struct{ members Members }

// NewSignUp takes what the use case needs.
func NewSignUp(members Members) *SignUp { return &SignUp{members: members} }

// Join adds a member once.
func (s *SignUp) Join(ctx context.Context, m Member) error {
	_, err := s.members.ByEmail(ctx, m.Email)
	if err == nil {
		return nil
	}
	if !errors.Is(err, ErrUnknown) {
		return err
	}
	return s.members.Add(ctx, m) // linked "IDV301: garden_members"
}
