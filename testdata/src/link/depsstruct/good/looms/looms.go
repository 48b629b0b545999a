// Package looms lends looms. What it needs comes in one struct that is kept as it is.
package looms

import (
	"context"
	"log/slog"
)

// Book knows who has which loom.
type Book interface {
	Find(ctx context.Context, loom string) (string, error)
	Add(ctx context.Context, loom, weaver string) error
}

// Deps is what the shop needs.
type Deps struct {
	Book Book
	Log  *slog.Logger
}

// Shop is the use case.
type Shop struct{ deps Deps }

// New opens the shop.
func New(d Deps) *Shop {
	if d.Log == nil {
		d.Log = slog.Default()
	}
	return &Shop{deps: d}
}

// Lend lends a loom.
func (s *Shop) Lend(ctx context.Context, loom, weaver string) (bool, error) {
	s.deps.Log.InfoContext(ctx, "lend", "loom", loom)
	holder, err := s.deps.Book.Find(ctx, loom)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == weaver, nil
	}
	if err := s.deps.Book.Add(ctx, loom, weaver); err != nil {
		return false, err
	}
	holder, err = s.deps.Book.Find(ctx, loom)
	return holder == weaver, err
}
