// Package locker is about two programs' lockers. One logging decorator is in front of two stores, both of which
// claim in one step.
package locker

import "context"

// Lockers knows whose a locker is.
type Lockers interface {
	Find(ctx context.Context, number string) (string, error)
	Add(ctx context.Context, number, who string) error
}
