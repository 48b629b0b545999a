// Package app wires the program.
package app

import (
	"github.com/hibiken/asynq"
	"github.com/resend/resend-go/v2"

	"example.com/cases/link/metrics/good/counted"
	"example.com/cases/link/metrics/good/mail"
	"example.com/cases/link/metrics/good/reminders"
)

// Mux has the handlers.
func Mux(client *resend.Client) *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.Handle("loan:late", &reminders.Worker{Notes: counted.New(&mail.Resend{Client: client, From: "desk@example.com"})})
	return mux
}
