// Package doors enters people and what they owe into the book of a climbing hall. What keeps two of
// them apart is behind the interfaces: a refusal that is told, a conflict clause, a locked row.
package doors

import (
	"context"
	"errors"
)

// ErrKnown says that the number is in the book.
var ErrKnown = errors.New("number is known")

// Cards keeps cards.
type Cards interface {
	Person(ctx context.Context, number string) (string, error)
	Issue(ctx context.Context, number, person string) error
}

// Hooks keeps which hook a rope hangs on.
type Hooks interface {
	Rope(ctx context.Context, hook string) (string, error)
	Hang(ctx context.Context, hook, rope string) error
}

// Tabs keeps what people owe.
type Tabs interface {
	Within(ctx context.Context, do func(t Tab) error) error
}

// Tab is one unit of work on tabs.
type Tab interface {
	Owed(ctx context.Context, person string) (int64, error)
	SetOwed(ctx context.Context, person string, cents int64) error
}

// Hall is the use case.
type Hall struct {
	Cards Cards
	Hooks Hooks
	Tabs  Tabs
}

// Enter gives a person a card.
func (h *Hall) Enter(ctx context.Context, number, person string) error {
	who, err := h.Cards.Person(ctx, number)
	if err != nil || who == person {
		return err
	}
	if who != "" {
		return ErrKnown
	}
	err = h.Cards.Issue(ctx, number, person)
	if errors.Is(err, ErrKnown) {
		return nil
	}
	return err
}

// Hang hangs a rope on a hook that is free.
func (h *Hall) Hang(ctx context.Context, hook, rope string) (bool, error) {
	old, err := h.Hooks.Rope(ctx, hook)
	if err != nil || old != "" {
		return old == rope, err
	}
	if err := h.Hooks.Hang(ctx, hook, rope); err != nil {
		return false, err
	}
	old, err = h.Hooks.Rope(ctx, hook)
	return old == rope, err
}

// Drink puts a drink on the tab.
func (h *Hall) Drink(ctx context.Context, person string, cents int64) error {
	return h.Tabs.Within(ctx, func(t Tab) error {
		owed, err := t.Owed(ctx, person)
		if err != nil {
			return err
		}
		return t.SetOwed(ctx, person, owed+cents)
	})
}
