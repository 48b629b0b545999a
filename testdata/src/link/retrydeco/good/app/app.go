// Package app wires the program.
package app

import (
	"net/http"

	"example.com/cases/link/retrydeco/good/client"
	"example.com/cases/link/retrydeco/good/fees"
	"example.com/cases/link/retrydeco/good/patient"
)

// Desk opens the desk.
func Desk(root string) *fees.Desk {
	resort := &client.Resort{Root: root, HTTP: http.DefaultClient}
	return fees.NewDesk(patient.Cards{Next: resort}, patient.Slips{Next: resort})
}
