// Package jobs has jobs that run again until they succeed, and write to people before they do.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

// cinema mails tickets, and then writes the guest list, which can fail.
type cinema struct {
	sg    *sendgrid.Client
	guest func(ctx context.Context, name string) error
}

func (c *cinema) register(mux *asynq.ServeMux) { mux.HandleFunc("ticket:mail", c.mail) }

func (c *cinema) mail(ctx context.Context, t *asynq.Task) error {
	var p struct{ Name, Mail string }
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	if err := c.send(ctx, p.Name, p.Mail); err != nil {
		return err
	}
	return c.guest(ctx, p.Name)
}

func (c *cinema) send(ctx context.Context, name, to string) error {
	m := mail.NewSingleEmail(mail.NewEmail("Cinema", "box@example.com"), "Your ticket", mail.NewEmail(name, to), "See you.", "")
	resp, err := c.sg.SendWithContext(ctx, m) // want "IDV504: .*SendWithContext"
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("sendgrid: %d", resp.StatusCode)
	}
	return nil
}
