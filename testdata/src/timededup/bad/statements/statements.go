// Package statements reads a bank's list, and drops lines that look like the line before.
package statements

import (
	"context"
	"database/sql"
	"time"
)

// Line is a booking as the bank tells it.
type Line struct {
	Number  string
	Account string
	Cents   int64
	At      time.Time
}

// clean leaves out what seems to be there twice.
func clean(lines []Line) []Line {
	var kept []Line
	for _, l := range lines {
		if n := len(kept); n > 0 && alike(kept[n-1], l) {
			continue
		}
		kept = append(kept, l)
	}
	return kept
}

func alike(a, b Line) bool {
	return a.Account == b.Account && a.Cents == b.Cents && b.At.Sub(a.At).Abs() < 2*time.Second // want "IDV602: ."
}

type books struct{ db *sql.DB }

// enter stores what is left under the bank's numbers.
func (b *books) enter(ctx context.Context, lines []Line) error {
	for _, l := range clean(lines) {
		_, err := b.db.ExecContext(ctx, `INSERT INTO bookings (number, account, cents, at) VALUES ($1, $2, $3, $4) ON CONFLICT (number) DO NOTHING`, l.Number, l.Account, l.Cents, l.At)
		if err != nil {
			return err
		}
	}
	return nil
}
