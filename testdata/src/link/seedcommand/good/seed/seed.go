// Package seed writes a few huts for those who try the program. One person runs it, on a database of their own.
package seed

import (
	"context"
	"errors"

	"example.com/cases/link/seedcommand/good/huts"
)

// Store keeps huts.
type Store interface {
	Find(ctx context.Context, name string) (h huts.Hut, found bool, err error)
	Add(ctx context.Context, h huts.Hut) error
}

var some = []huts.Hut{{Name: "Upper", Beds: 8}, {Name: "Lower", Beds: 20}}

// Run writes the huts that are not there.
func Run(ctx context.Context, s Store) error {
	var all error
	for _, h := range some {
		all = errors.Join(all, ensure(ctx, s, h))
	}
	return all
}

func ensure(ctx context.Context, s Store, h huts.Hut) error {
	_, found, err := s.Find(ctx, h.Name)
	if err != nil || found {
		return err
	}
	return s.Add(ctx, h)
}
