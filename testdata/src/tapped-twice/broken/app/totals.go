package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Totals keeps what merchants take in a day, as the stream job counts it.
type Totals struct{ Sink domain.Totals }

// Take writes a total. The job sends totals again after a restore.
func (t *Totals) Take(ctx context.Context, total domain.Total) error {
	// Seeds: S0 part 8, idempotent sinks: what the job sends again after a restore is added a second time.
	return t.Sink.Set(ctx, total) // linked "IDV401: daily_totals"
}
