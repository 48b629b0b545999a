// Package bell rings through types of a package that it does not import.
package bell

import (
	"example.com/cases/parity/again"
	"example.com/cases/parity/gate"
	"example.com/cases/parity/ids"
)

// Ring calls a promoted method.
func Ring(order string) error {
	g := gate.Open("https://bell.example.com")
	return again.Do(again.Policy{Times: 2}, func() error {
		return g.Post(order) // want "IDV106"
	})
}

// Chime calls a method of what a method returns.
func Chime(order string) error {
	s := gate.Open("https://bell.example.com").Out()
	return again.Do(again.Policy{Times: 2}, func() error {
		return s.Keyed(order, ids.Fresh()) // want "IDV101"
	})
}
