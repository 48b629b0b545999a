// Package logged writes a line for each delivery.
package logged

import (
	"context"
	"log/slog"

	"example.com/cases/link/logging/bad/tanks"
)

// Logged is in front of Next.
type Logged struct {
	Next tanks.Tanks
	Log  *slog.Logger
}

// Fill fills and tells.
func (l Logged) Fill(ctx context.Context, d tanks.Delivery) error {
	err := l.Next.Fill(ctx, d)
	l.Log.InfoContext(ctx, "filled", "tank", d.Tank, "litres", d.Litres, "err", err)
	return err
}
