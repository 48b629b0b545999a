// Package sauna gives out lockers of the sauna.
package sauna

import (
	"context"

	"example.com/cases/link/sharedlogger/bad/locker"
)

// Sauna is a use case.
type Sauna struct{ lockers locker.Lockers }

// New makes one.
func New(l locker.Lockers) *Sauna { return &Sauna{lockers: l} }

// Take takes a locker.
func (x *Sauna) Take(ctx context.Context, number, who string) (bool, error) {
	holder, err := x.lockers.Find(ctx, number)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == who, nil
	}
	if err := x.lockers.Add(ctx, number, who); err != nil { // miss: IDV301 which of two stores a decorator holds is not told apart by object
		return false, err
	}
	holder, err = x.lockers.Find(ctx, number)
	return holder == who, err
}
