// Package oars lends oars. The store is a type parameter whose constraint is the interface.
package oars

import "context"

// Rack knows who has which pair.
type Rack interface {
	Find(ctx context.Context, pair string) (string, error)
	Add(ctx context.Context, pair, rower string) error
}

// Lend lends a pair.
func Lend[R Rack](ctx context.Context, rack R, pair, rower string) (bool, error) {
	holder, err := rack.Find(ctx, pair)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == rower, nil
	}
	if err := rack.Add(ctx, pair, rower); err != nil { // miss: IDV301 a call through a type parameter is not resolved
		return false, err
	}
	holder, err = rack.Find(ctx, pair)
	return holder == rower, err
}
