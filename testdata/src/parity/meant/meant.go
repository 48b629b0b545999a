// Package meant says in comments what is meant.
package meant

import (
	"example.com/cases/parity/ids"
	"example.com/cases/parity/wire"
)

// Line is suppressed at the end of its line.
func Line(s *wire.Sender, order string) (err error) {
	for range 3 {
		if err = s.Keyed(order, ids.Fresh()); err == nil { //idemvet:ignore IDV101 -- the receiver forgets at once
			return nil
		}
	}
	return err
}

// Whole is suppressed in its doc comment.
//
//idemvet:ignore keyinretry -- the receiver forgets at once
func Whole(s *wire.Sender, order string) (err error) {
	for range 3 {
		if err = s.Keyed(order, ids.Fresh()); err == nil {
			return nil
		}
	}
	return err
}

// Mute has a comment without a reason.
func Mute(s *wire.Sender, order string) (err error) {
	for range 3 {
		//idemvet:ignore IDV101 // want "IDV001"
		if err = s.Keyed(order, ids.Fresh()); err == nil { // want "IDV101"
			return nil
		}
	}
	return err
}
