// Package maps gives trails to those who mend them. What is on the shelf is no drawing that can be made again: it says whose
// the trail is.
package maps

import "context"

// Shelf keeps texts for a while.
type Shelf interface {
	Get(ctx context.Context, name string) (text string, found bool, err error)
	Save(ctx context.Context, name, text string) error
}

// Trails knows trails.
type Trails interface {
	Line(ctx context.Context, trail string) (string, error)
}

// Desk is the use case.
type Desk struct {
	shelf  Shelf
	trails Trails
}

// New makes a desk.
func New(s Shelf, t Trails) *Desk { return &Desk{shelf: s, trails: t} }

// Mend gives a trail to a mender, and says how it goes.
func (d *Desk) Mend(ctx context.Context, trail, mender string) (line string, mine bool, err error) {
	owner, found, err := d.shelf.Get(ctx, "owner:"+trail)
	if err != nil {
		return "", false, err
	}
	if found && owner != mender {
		return "", false, nil
	}
	if !found {
		if err := d.shelf.Save(ctx, "owner:"+trail, mender); err != nil { // linked "IDV301: Set"
			return "", false, err
		}
	}
	line, err = d.trails.Line(ctx, trail)
	return line, err == nil, err
}
