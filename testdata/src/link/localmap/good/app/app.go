// Package app wires the program.
package app

import (
	"example.com/cases/link/localmap/good/badges"
	"example.com/cases/link/localmap/good/printer"
)

// Desk opens the desk.
func Desk(addr string) *badges.Desk { return badges.New(&printer.Client{URL: addr}) }
