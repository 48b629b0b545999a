// Package seats is the bottom of a diamond: two use cases know it, one program wires both, and the store is beside them.
package seats

import "context"

// Seats knows who sits where.
type Seats interface {
	Guest(ctx context.Context, seat string) (string, error)
	Sit(ctx context.Context, seat, guest string) error
}
