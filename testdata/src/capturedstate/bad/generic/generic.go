// Package generic has a generic helper that runs its function again, and callers that hand over what they collect in.
package generic

import (
	"context"
	"errors"
	"time"

	"github.com/dgraph-io/badger/v4"
)

// settle runs f until it meets no other transaction.
func settle[T any](ctx context.Context, db *badger.DB, f func(txn *badger.Txn) (T, error)) (T, error) {
	for {
		var v T
		err := db.Update(func(txn *badger.Txn) (err error) {
			v, err = f(txn)
			return err
		})
		if !errors.Is(err, badger.ErrConflict) {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// visit is one stop of a tour.
type visit struct {
	town  string
	notes []string
}

func (v *visit) note(text string) {
	v.notes = append(v.notes, text) // want "IDV506: .*notes"
}

// tours are kept in Badger.
type tours struct{ db *badger.DB }

func (t *tours) arrive(ctx context.Context, v *visit, guests []string) (int, error) {
	return settle(ctx, t.db, func(txn *badger.Txn) (int, error) {
		for _, g := range guests {
			if err := txn.Set([]byte(v.town+"/"+g), []byte("here")); err != nil {
				return 0, err
			}
			v.note(g + " is in " + v.town)
		}
		return len(guests), nil
	})
}

// leave turns a flag of its argument over. The second run turns it back.
func (t *tours) leave(ctx context.Context, bus string, away map[string]bool) error {
	_, err := settle(ctx, t.db, func(txn *badger.Txn) (struct{}, error) {
		away[bus] = !away[bus] // want "IDV506: .*away"
		state := "here"
		if away[bus] {
			state = "away"
		}
		return struct{}{}, txn.Set([]byte("bus/"+bus), []byte(state))
	})
	return err
}
