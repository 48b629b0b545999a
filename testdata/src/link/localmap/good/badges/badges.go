// Package badges orders the badges of a list of guests. A guest who is twice in the list is refused; the map that tells is
// made for one list and gone with it.
package badges

import (
	"context"
	"fmt"
)

// Guest is one line of the list.
type Guest struct{ ID, Name string }

// Printer prints badges.
type Printer interface {
	Print(ctx context.Context, guest, name string) error
}

// Desk is the use case.
type Desk struct{ printer Printer }

// New makes a desk.
func New(p Printer) *Desk { return &Desk{printer: p} }

// Order orders the badges of a list.
func (d *Desk) Order(ctx context.Context, list []Guest) error {
	seen := map[string]bool{}
	for _, g := range list {
		if err := d.one(ctx, seen, g); err != nil {
			return err
		}
	}
	return nil
}

func (d *Desk) one(ctx context.Context, seen map[string]bool, g Guest) error {
	if seen[g.ID] {
		return fmt.Errorf("guest %s is twice in the list", g.ID)
	}
	seen[g.ID] = true
	return d.printer.Print(ctx, g.ID, g.Name)
}
