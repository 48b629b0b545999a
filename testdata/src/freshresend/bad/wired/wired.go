// Package wired puts the steps of another package to work.
package wired

import (
	"go.temporal.io/sdk/worker"

	"example.com/cases/freshresend/bad/wired/steps"
)

// Register hands the steps to the engine, which runs each of them again until it succeeds.
func Register(w worker.Worker, market string) {
	w.RegisterActivity(&steps.Payouts{Market: market}) // want "IDV201: .*SetIdempotencyKey.*uuid.NewString"
}
