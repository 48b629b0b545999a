// Package lets rents out boats. The repositories come from a unit of work.
package lets

import (
	"context"
	"errors"
)

// Boats keeps who rents which boat.
type Boats interface {
	Skipper(ctx context.Context, boat string) (string, error)
	Let(ctx context.Context, boat, skipper string) error
}

// Repos are the repositories of one unit of work.
type Repos interface {
	Boats() Boats
}

// Work runs do in one transaction.
type Work interface {
	Do(ctx context.Context, do func(ctx context.Context, r Repos) error) error
}

// ErrTaken says that somebody else rents the boat.
var ErrTaken = errors.New("boat is taken")

// Jetty is the use case.
type Jetty struct{ work Work }

// NewJetty opens the jetty.
func NewJetty(w Work) *Jetty { return &Jetty{work: w} }

// Rent rents a boat out.
func (j *Jetty) Rent(ctx context.Context, boat, skipper string) error {
	return j.work.Do(ctx, func(ctx context.Context, r Repos) error {
		who, err := r.Boats().Skipper(ctx, boat)
		if err != nil {
			return err
		}
		if who != "" {
			return ErrTaken
		}
		return r.Boats().Let(ctx, boat, skipper) // linked "IDV301: rowing_lets"
	})
}
