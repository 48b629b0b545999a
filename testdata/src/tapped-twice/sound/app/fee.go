package app

import (
	"context"

	"example.com/cases/tapped-twice/sound/domain"
)

// Fee takes from merchants what the processor has taken for a dispute.
type Fee struct {
	Work  domain.UnitOfWork
	Marks domain.Marks
}

// Take remembers the callback in the transaction of the fee. The mark only saves the way to the database.
func (f *Fee) Take(ctx context.Context, callback, merchant string, cents int64) error {
	seen, err := f.Marks.Seen(ctx, callback)
	if err != nil || seen {
		return err
	}
	err = f.Work.Do(ctx, func(ctx context.Context, r domain.Repos) error {
		first, err := r.Inbox.Claim(ctx, "fees", callback)
		if err != nil || !first {
			return err
		}
		return r.Balances.Raise(ctx, merchant, -cents)
	})
	if err != nil {
		return err
	}
	return f.Marks.Mark(ctx, callback)
}
