// Package patient tries again what failed.
package patient

import (
	"context"
	"time"

	"example.com/cases/link/retrydeco/bad/fees"
)

// Cards is in front of other cards.
type Cards struct{ Next fees.Cards }

// Charge tries three times.
func (c Cards) Charge(ctx context.Context, f fees.Fee) error {
	var err error
	for turn := range 3 {
		if err = c.Next.Charge(ctx, f); err == nil {
			return nil
		}
		time.Sleep(time.Duration(turn) * time.Second)
	}
	return err
}

// Slips is in front of other slips.
type Slips struct{ Next fees.Slips }

// Print tries until ctx ends.
func (s Slips) Print(ctx context.Context, hut, text string) error {
	for {
		err := s.Next.Print(ctx, hut, text) // linked "IDV106: POST"
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}
