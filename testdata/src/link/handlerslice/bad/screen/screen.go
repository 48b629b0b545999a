// Package screen shows the last result.
package screen

import (
	"context"
	"sync/atomic"

	"example.com/cases/link/handlerslice/bad/scores"
)

// Screen implements scores.Listener.
type Screen struct {
	Name string
	last atomic.Pointer[scores.Result]
}

// Played shows the result.
func (s *Screen) Played(_ context.Context, r scores.Result) error {
	s.last.Store(&r)
	return nil
}
