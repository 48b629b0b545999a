// Package app wires the program.
package app

import (
	"example.com/cases/link/handedfield/good/fares"
	"example.com/cases/link/handedfield/good/gate"
)

// Ferry is the program's ferry.
func Ferry(ticket string) *fares.Ferry {
	f := &fares.Ferry{}
	f.With((&gate.Gate{Ticket: ticket}).Take)
	return f
}
