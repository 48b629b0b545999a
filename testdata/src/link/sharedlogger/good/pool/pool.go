// Package pool gives out lockers of the pool.
package pool

import (
	"context"

	"example.com/cases/link/sharedlogger/good/locker"
)

// Pool is a use case.
type Pool struct{ lockers locker.Lockers }

// New makes one.
func New(l locker.Lockers) *Pool { return &Pool{lockers: l} }

// Take takes a locker.
func (x *Pool) Take(ctx context.Context, number, who string) (bool, error) {
	holder, err := x.lockers.Find(ctx, number)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == who, nil
	}
	if err := x.lockers.Add(ctx, number, who); err != nil {
		return false, err
	}
	holder, err = x.lockers.Find(ctx, number)
	return holder == who, err
}
