// Package app wires the program.
package app

import (
	"github.com/hibiken/asynq"

	"example.com/cases/link/metrics/bad/counted"
	"example.com/cases/link/metrics/bad/mail"
	"example.com/cases/link/metrics/bad/reminders"
)

// Mux has the handlers.
func Mux() *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.Handle("loan:late", &reminders.Worker{Notes: counted.New(&mail.SMTP{Relay: "relay.example.com:25", From: "desk@example.com"})})
	return mux
}
