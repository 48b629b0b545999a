package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// limit is what a merchant may take in a day before he hears of it.
const limit = 1_000_000

// Totals keeps what merchants take in a day, as the stream job counts it.
type Totals struct {
	Sink   domain.Totals
	Mailer domain.Mailer
}

// Take writes a total. The job sends totals again after a restore; the letter has a key, one for each day.
func (t *Totals) Take(ctx context.Context, total domain.Total) error {
	if err := t.Sink.Set(ctx, total); err != nil {
		return err
	}
	if total.Cents < limit {
		return nil
	}
	return t.Mailer.Mail(ctx, "limit:"+total.Merchant+":"+total.Day, total.Merchant, "You have reached the limit of the day.")
}
