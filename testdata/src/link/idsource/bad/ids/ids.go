// Package ids makes random ids.
package ids

import "github.com/oklog/ulid/v2"

// Random implements batch.IDs.
type Random struct{}

// New makes one.
func (Random) New() string { return ulid.Make().String() }
