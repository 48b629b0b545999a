// Package kiosk sells: what goes wrong lies in the packages that it calls.
package kiosk

import (
	"example.com/cases/parity/again"
	"example.com/cases/parity/ids"
	"example.com/cases/parity/wire"
)

// Sell makes a key in each try.
func Sell(s *wire.Sender, order string) error {
	return again.Do(again.Policy{Times: 3}, func() error {
		return s.Keyed(order, ids.Fresh()) // want "IDV101"
	})
}

// Stamp makes a key of the time, in a hook.
func Stamp(s *wire.Sender, order string) error {
	req, err := s.Request(order)
	if err != nil {
		return err
	}
	p := again.Policy{Times: 3, Before: func(int) {
		req.Header.Set("Idempotency-Key", ids.Stamped(order)) // want "IDV102"
	}}
	return again.Do(p, func() error { return s.Do(req) }) // want "IDV111"
}

// Draw takes a ticket of which a comment tells that it is new.
func Draw(s *wire.Sender, order string) error {
	return again.Each(order, func(o string) error {
		return s.Keyed(o, ids.Ticket()) // want "IDV101"
	})
}

// Send repeats without a key.
func Send(s *wire.Sender, order string) error {
	return again.Do(again.Policy{Times: 3}, func() error {
		return s.Post(order) // want "IDV106"
	})
}

// Steady does all of it as it should be.
func Steady(s *wire.Sender, order string) error {
	key := ids.Fresh()
	if err := again.Do(again.Policy{Times: 3}, func() error { return s.Keyed(order, key) }); err != nil {
		return err
	}
	if err := again.Each(order, func(o string) error { return s.Keyed(o, ids.Of(o)) }); err != nil {
		return err
	}
	return again.Do(again.Policy{Times: 3}, func() error { return s.Notice(order) })
}
