// Package acquirer knows what a refusal is. The path of a package says nothing about its errors.
package acquirer

import "errors"

// ErrDeclined says that no money will move.
var ErrDeclined = errors.New("declined")
