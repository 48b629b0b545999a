// Package traced writes a line for each call.
package traced

import (
	"context"
	"log/slog"

	"example.com/cases/link/sharedlogger/bad/locker"
)

// Lockers is in front of next.
type Lockers struct{ next locker.Lockers }

// New puts a tracer in front of next.
func New(next locker.Lockers) *Lockers { return &Lockers{next: next} }

// Find looks and tells.
func (l *Lockers) Find(ctx context.Context, number string) (string, error) {
	slog.DebugContext(ctx, "find", "number", number)
	return l.next.Find(ctx, number)
}

// Add writes and tells.
func (l *Lockers) Add(ctx context.Context, number, who string) error {
	slog.DebugContext(ctx, "add", "number", number)
	return l.next.Add(ctx, number, who)
}
