// Package ident makes identifiers. Nothing is wrong with it: it does not know where the text comes from.
package ident

import "github.com/google/uuid"

// Ensure returns id, or a new one for the empty text.
func Ensure(id string) string {
	if id == "" {
		return uuid.NewString()
	}
	return id
}

// Or returns what there is, or else what the function makes.
func Or[T comparable](v T, otherwise func() T) T {
	var zero T
	if v == zero {
		return otherwise()
	}
	return v
}
