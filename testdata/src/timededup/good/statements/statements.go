// Package statements reads a bank's list. The bank numbers its lines, and two lines that look alike may both be true.
package statements

import (
	"context"
	"database/sql"
	"slices"
	"time"
)

// Line is a booking as the bank tells it.
type Line struct {
	Number  string
	Account string
	Cents   int64
	At      time.Time
}

// clean puts the lines in order and leaves out those that have the number of another.
func clean(lines []Line) []Line {
	slices.SortFunc(lines, func(a, b Line) int {
		if a.Number != b.Number {
			return compare(a.Number, b.Number)
		}
		return a.At.Compare(b.At)
	})
	return slices.CompactFunc(lines, func(a, b Line) bool { return a.Number == b.Number })
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

type books struct{ db *sql.DB }

func (b *books) enter(ctx context.Context, lines []Line) error {
	for _, l := range clean(lines) {
		_, err := b.db.ExecContext(ctx, `INSERT INTO bookings (number, account, cents, at) VALUES ($1, $2, $3, $4) ON CONFLICT (number) DO NOTHING`, l.Number, l.Account, l.Cents, l.At)
		if err != nil {
			return err
		}
	}
	return nil
}

// sweep deletes lines that came in under one number before the column was unique.
func sweep(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `DELETE FROM old_bookings later USING old_bookings earlier WHERE later.number = earlier.number AND later.at > earlier.at`)
	return err
}

type shift struct {
	Driver string
	At     time.Time
}

// tired reports whether two shifts of one driver are too close: both are real.
func tired(a, b shift) bool { return a.Driver == b.Driver && b.At.Sub(a.At) < 11*time.Hour }
