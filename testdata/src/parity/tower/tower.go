// Package tower hands out what others hand out.
package tower

import "example.com/cases/parity/gate"

// Tower has gates.
type Tower struct {
	Main  *gate.Gate
	Sides map[string][]*gate.Gate
}

// Doors is what main wires.
type Doors interface{ Door() *gate.Gate }

// Front is open from the start.
var Front = gate.Open("https://tower.example.com")
