// Package domain signs gardeners up. The store comes as an argument of the constructor.
package domain

import "context"

// Member has a garden plot.
type Member struct {
	Email string
	Plot  int
}

// Members keeps members; Add leaves a known member as it is.
type Members interface {
	Add(ctx context.Context, m Member) error
}

// SignUp is the use case.
type SignUp struct{ members Members }

// NewSignUp takes what the use case needs.
func NewSignUp(members Members) *SignUp { return &SignUp{members: members} }

// Join adds a member once.
func (s *SignUp) Join(ctx context.Context, m Member) error { return s.members.Add(ctx, m) }
