// Package made has a file that a program wrote and one that people did.
package made

import "example.com/cases/parity/wire"

// Twice tries twice under what the generated file makes a key.
func Twice(s *wire.Sender, order string) (err error) {
	for range 2 {
		if err = s.Keyed(order, key()); err == nil { // want "IDV101"
			return nil
		}
	}
	return err
}
