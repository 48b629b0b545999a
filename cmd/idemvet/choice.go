package main

import (
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/nearest"
)

// choice is a flag that takes one of a few words.
type choice struct {
	what  string
	known []string
	value string
}

// newChoice makes a choice whose default is value.
func newChoice(what, value string, known ...string) *choice {
	return &choice{what, known, value}
}

func (c *choice) String() string { return c.value }

// Type is the placeholder in the help text.
func (c *choice) Type() string { return strings.Join(c.known, "|") }

// Set accepts a known word.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.known, word) {
		return nearest.Unknown(c.what, word, c.known)
	}
	c.value = word
	return nil
}
