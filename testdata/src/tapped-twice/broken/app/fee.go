package app

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Fee takes from merchants what the processor has taken for a dispute.
type Fee struct {
	Work  domain.UnitOfWork
	Marks domain.Marks
}

// Take takes the fee and remembers the callback.
func (f *Fee) Take(ctx context.Context, callback, merchant string, cents int64) error {
	seen, err := f.Marks.Seen(ctx, callback)
	if err != nil || seen {
		return err
	}
	err = f.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		return r.Balances.Raise(ctx, merchant, -cents)
	})
	if err != nil {
		return err
	}
	// Seeds: S3, two different events: the fee is taken in one store and remembered in another, and a crash in between takes it twice.
	return f.Marks.Mark(ctx, callback) // linked "IDV305: "
}
