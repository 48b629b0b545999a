// Package bell rings through types of a package that it does not import.
package bell

import (
	"example.com/cases/parity/again"
	"example.com/cases/parity/gate"
	"example.com/cases/parity/ids"
	"example.com/cases/parity/tower"
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

// Toll goes through a field, then through a method.
func Toll(t *tower.Tower, order string) error {
	return again.Do(again.Policy{Times: 2}, func() error {
		return t.Main.Out().Post(order) // want "IDV106"
	})
}

// Peal goes through a map of lists.
func Peal(t *tower.Tower, order string) error {
	for _, g := range t.Sides["east"] {
		s := g.Out()
		if err := again.Do(again.Policy{Times: 2}, func() error { return s.Post(order) }); err != nil { // want "IDV106"
			return err
		}
	}
	return nil
}

// Knell goes through an interface.
func Knell(d tower.Doors, order string) error {
	return again.Do(again.Policy{Times: 2}, func() error {
		return d.Door().Post(order) // want "IDV106"
	})
}

// Knock goes through a variable.
func Knock(order string) error {
	return again.Do(again.Policy{Times: 2}, func() error {
		return tower.Front.Post(order) // want "IDV106"
	})
}

// Hum is the same with what takes repeats.
func Hum(t *tower.Tower, order string) error {
	s := t.Main.Out()
	if err := again.Do(again.Policy{Times: 2}, func() error { return s.Notice(order) }); err != nil {
		return err
	}
	return again.Do(again.Policy{Times: 2}, func() error { return s.Keyed(order, ids.Of(order)) })
}
