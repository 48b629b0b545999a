// Package slow tells of releases that take long; the other methods are those of the store inside.
package slow

import (
	"context"
	"log/slog"
	"time"

	"example.com/cases/link/embeddedover/bad/rooms"
)

// Watched overrides Release.
type Watched struct {
	rooms.Rooms
	Limit time.Duration
}

// Release measures the one below.
func (w *Watched) Release(ctx context.Context, s rooms.Slot, band string) error {
	start := time.Now()
	err := w.Rooms.Release(ctx, s, band)
	if took := time.Since(start); took > w.Limit {
		slog.WarnContext(ctx, "slow release", "room", s.Room, "took", took)
	}
	return err
}
