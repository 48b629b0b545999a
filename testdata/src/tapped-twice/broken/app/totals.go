package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// limit is what a merchant may take in a day before he hears of it.
const limit = 1_000_000

// Totals keeps what merchants take in a day, as the stream job counts it.
type Totals struct {
	Sink   domain.Totals
	Mailer domain.Mailer
}

// Take adds a total.
func (t *Totals) Take(ctx context.Context, total domain.Total) error {
	// Seeds: S0 part 8, idempotent sinks: what the job sends again after a restore is added a second time.
	if err := t.Sink.Set(ctx, total); err != nil { // linked "IDV401: daily_totals"
		return err
	}
	if total.Cents < limit {
		return nil
	}
	// Seeds: S0 part 7, branch N: there is neither a record nor a key, and every redelivery is another letter.
	return t.Mailer.Note(ctx, total.Merchant, "You have reached the limit of the day.") // linked "IDV504: "
}
