// Package lets rents out boats. The repositories come from a unit of work.
package lets

import (
	"context"
	"errors"
)

// Boats keeps who rents which boat.
type Boats interface {
	// Let reports whether the boat was free.
	Let(ctx context.Context, boat, skipper string) (bool, error)
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
		free, err := r.Boats().Let(ctx, boat, skipper)
		if err == nil && !free {
			return ErrTaken
		}
		return err
	})
}
