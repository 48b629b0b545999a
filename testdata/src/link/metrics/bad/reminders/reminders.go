// Package reminders mails readers whose books are late. A metrics decorator is in front of the mailer.
package reminders

import (
	"context"
	"encoding/json"

	"github.com/hibiken/asynq"
)

// Late is the payload of a task.
type Late struct {
	Loan string `json:"loan"`
	Mail string `json:"mail"`
	Book string `json:"book"`
}

// Notes reach readers.
type Notes interface {
	Tell(ctx context.Context, to, text string) error
}

// Worker has the tasks.
type Worker struct{ Notes Notes }

// ProcessTask implements asynq.Handler.
func (w *Worker) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var l Late
	if err := json.Unmarshal(t.Payload(), &l); err != nil {
		return err
	}
	return w.Notes.Tell(ctx, l.Mail, l.Book+" is late.") // linked "IDV504: SendMail|Tell"
}
