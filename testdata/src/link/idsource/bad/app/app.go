// Package app wires the program.
package app

import (
	"github.com/go-resty/resty/v2"

	"example.com/cases/link/idsource/bad/batch"
	"example.com/cases/link/idsource/bad/gate"
	"example.com/cases/link/idsource/bad/ids"
)

// Night wires the use case.
func Night(root string) *batch.Night {
	return &batch.Night{IDs: ids.Random{}, Sender: &gate.Gate{HTTP: resty.New().SetBaseURL(root)}}
}
