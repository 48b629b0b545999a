// Package badges gives out hiking badges. The book is a package variable that main sets.
package badges

import "context"

// Book keeps badges.
type Book interface {
	Has(ctx context.Context, hiker, trail string) (bool, error)
	Write(ctx context.Context, hiker, trail string) error
}

// Default is the book of the program.
var Default Book

// Award gives a badge once.
func Award(ctx context.Context, hiker, trail string) error {
	has, err := Default.Has(ctx, hiker, trail)
	if err != nil || has {
		return err
	}
	return Default.Write(ctx, hiker, trail) // linked "IDV301: trail_badges"
}
