// Package mailer sends mails through a relay.
package mailer

import (
	"context"

	"github.com/wneessen/go-mail"
)

// Mailer has a relay.
type Mailer struct {
	client *mail.Client
	from   string
}

// New wires a Mailer.
func New(c *mail.Client, from string) *Mailer { return &Mailer{client: c, from: from} }

// Plain sends a plain text.
func (m *Mailer) Plain(ctx context.Context, to, subject, text string) error {
	msg := mail.NewMsg()
	if err := msg.From(m.from); err != nil {
		return err
	}
	if err := msg.To(to); err != nil {
		return err
	}
	msg.Subject(subject)
	msg.SetBodyString(mail.TypeTextPlain, text)
	return m.client.DialAndSendWithContext(ctx, msg)
}
