// Package badges gives out hiking badges. The book is a package variable that main sets.
package badges

import "context"

// Badge is what a hiker has earned. Its ID is made of the hiker and the trail.
type Badge struct {
	ID    string `bson:"_id"`
	Hiker string `bson:"hiker"`
	Trail string `bson:"trail"`
}

// Book keeps badges; a badge that is there is no error.
type Book interface {
	Write(ctx context.Context, b Badge) error
}

// Default is the book of the program.
var Default Book

// Award gives a badge once.
func Award(ctx context.Context, hiker, trail string) error {
	return Default.Write(ctx, Badge{ID: hiker + "/" + trail, Hiker: hiker, Trail: trail})
}
