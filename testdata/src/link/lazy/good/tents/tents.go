// Package tents lends tents. The store is made when it is first needed, by a function that returns the interface.
package tents

import "context"

// Loft knows who has which tent.
type Loft interface {
	Find(ctx context.Context, tent string) (string, error)
	Add(ctx context.Context, tent, scout string) error
}

// Quartermaster is the use case.
type Quartermaster struct{ loft func() Loft }

// New makes a quartermaster.
func New(loft func() Loft) *Quartermaster { return &Quartermaster{loft: loft} }

// Lend lends a tent.
func (q *Quartermaster) Lend(ctx context.Context, tent, scout string) (bool, error) {
	loft := q.loft()
	holder, err := loft.Find(ctx, tent)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == scout, nil
	}
	if err := loft.Add(ctx, tent, scout); err != nil {
		return false, err
	}
	holder, err = loft.Find(ctx, tent)
	return holder == scout, err
}
