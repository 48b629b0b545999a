// Package locker is about two programs' lockers. One logging decorator is in front of two stores, one of which claims
// badly; only the use case behind that one is told.
package locker

import "context"

// Lockers knows whose a locker is.
type Lockers interface {
	Find(ctx context.Context, number string) (string, error)
	Add(ctx context.Context, number, who string) error
}
