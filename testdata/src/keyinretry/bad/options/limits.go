package options

import (
	"context"

	"example.com/cases/keyinretry/bad/options/ledger"
)

// otherOption gives an option that says nothing about the key.
func otherOption(ctx context.Context, l *ledger.Ledger, entry string) error {
	for {
		err := l.Book(ctx, entry, ledger.DryRun()) // miss: IDV101 any option may be the one that gives the key
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
	}
}
