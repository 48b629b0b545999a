// Package generic has a generic helper that runs its function again, and callers that take its result.
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

func (v *visit) note(text string) { v.notes = append(v.notes, text) }

// tours are kept in Badger.
type tours struct{ db *badger.DB }

// arrive makes its visit anew in each run.
func (t *tours) arrive(ctx context.Context, town string, guests []string) (*visit, error) {
	return settle(ctx, t.db, func(txn *badger.Txn) (*visit, error) {
		v := &visit{town: town}
		for _, g := range guests {
			if err := txn.Set([]byte(town+"/"+g), []byte("here")); err != nil {
				return nil, err
			}
			v.note(g + " is in " + town)
		}
		return v, nil
	})
}

// leave computes the new value before it begins, and keeps it when it is stored.
func (t *tours) leave(ctx context.Context, bus string, away map[string]bool) error {
	next := !away[bus]
	_, err := settle(ctx, t.db, func(txn *badger.Txn) (struct{}, error) {
		state := "here"
		if next {
			state = "away"
		}
		return struct{}{}, txn.Set([]byte("bus/"+bus), []byte(state))
	})
	if err == nil {
		away[bus] = next
	}
	return err
}
