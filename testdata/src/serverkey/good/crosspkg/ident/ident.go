// Package ident makes identifiers, and checks them.
package ident

import (
	"errors"

	"github.com/google/uuid"
)

// ErrMissing says that there was none.
var ErrMissing = errors.New("no identifier")

// Ensure returns id, or a new one for the empty text.
func Ensure(id string) string {
	if id == "" {
		return uuid.NewString()
	}
	return id
}

// Require returns id, or an error for the empty text.
func Require(id string) (string, error) {
	if id == "" {
		return "", ErrMissing
	}
	return id, nil
}
