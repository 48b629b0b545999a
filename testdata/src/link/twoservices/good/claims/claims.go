// Package claims says what services need to do a thing once. Each has its own store, and both are sound.
package claims

import "context"

// Claims remembers what is done.
type Claims interface {
	Owner(ctx context.Context, id string) (string, error)
	Put(ctx context.Context, id, owner string) error
}
