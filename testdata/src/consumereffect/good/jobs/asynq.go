// Package jobs has jobs that run again until they succeed, and write to people once.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/resend/resend-go/v2"
)

// cinema mails tickets under the number of the seat's sale, and then writes the guest list, which can fail.
type cinema struct {
	resend *resend.Client
	guest  func(ctx context.Context, name string) error
}

func (c *cinema) register(mux *asynq.ServeMux) { mux.HandleFunc("ticket:mail", c.mail) }

func (c *cinema) mail(ctx context.Context, t *asynq.Task) error {
	var p struct{ Sale, Name, Mail string }
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	if err := c.send(ctx, p.Sale, p.Mail); err != nil {
		return err
	}
	return c.guest(ctx, p.Name)
}

func (c *cinema) send(ctx context.Context, sale, to string) error {
	opts := &resend.SendEmailOptions{IdempotencyKey: "ticket-mail/" + sale}
	_, err := c.resend.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{From: "box@example.com", To: []string{to}, Subject: "Your ticket", Text: "See you."}, opts)
	return err
}
