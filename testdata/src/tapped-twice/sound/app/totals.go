package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Totals keeps what merchants take in a day, as the stream job counts it.
type Totals struct{ Sink domain.Totals }

// Take writes a total. The job sends totals again after a restore.
func (t *Totals) Take(ctx context.Context, total domain.Total) error {
	return t.Sink.Set(ctx, total)
}
