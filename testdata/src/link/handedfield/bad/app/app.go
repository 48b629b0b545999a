// Package app wires the program.
package app

import (
	"example.com/cases/link/handedfield/bad/fares"
	"example.com/cases/link/handedfield/bad/gate"
)

// Ferry is the program's ferry.
func Ferry() *fares.Ferry {
	f := &fares.Ferry{}
	f.With(gate.Take)
	return f
}
