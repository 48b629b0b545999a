// Package ident makes keys. Nothing is wrong with it: it is called in the wrong place.
package ident

import (
	"fmt"

	"github.com/google/uuid"
)

// Maker makes keys with a prefix.
type Maker struct{ Prefix string }

// Next returns a new key.
func (m *Maker) Next() string { return fmt.Sprintf("%s-%s", m.Prefix, random()) }

// Checked returns a new key, or an error if the machine has no randomness left.
func Checked() (string, error) {
	id, err := uuid.NewRandom()
	if err != nil {
		return "", fmt.Errorf("make a key: %w", err)
	}
	return id.String(), nil
}

func random() string { return uuid.New().String() }
