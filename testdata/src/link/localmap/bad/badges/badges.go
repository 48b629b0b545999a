// Package badges orders the badges of lists of guests. A guest who was in a list is refused for ever, printed or not.
package badges

import (
	"context"
	"fmt"
	"sync"
)

// Guest is one line of the list.
type Guest struct{ ID, Name string }

// Printer prints badges.
type Printer interface {
	Print(ctx context.Context, guest, name string) error
}

// Desk is the use case.
type Desk struct {
	printer Printer

	mu   sync.Mutex
	seen map[string]bool
}

// New makes a desk.
func New(p Printer) *Desk { return &Desk{printer: p, seen: map[string]bool{}} }

// Order orders the badges of a list.
func (d *Desk) Order(ctx context.Context, list []Guest) error {
	for _, g := range list {
		if err := d.one(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

func (d *Desk) one(ctx context.Context, g Guest) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen[g.ID] {
		return fmt.Errorf("guest %s had a badge", g.ID)
	}
	d.seen[g.ID] = true // want "IDV311: seen"
	return d.printer.Print(ctx, g.ID, g.Name)
}
