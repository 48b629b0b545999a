// Package mail sends mails with Resend.
package mail

import (
	"context"

	"github.com/resend/resend-go/v2"
)

// Resend implements reminders.Notes.
type Resend struct {
	Client *resend.Client
	From   string
}

// Tell sends one mail under its id.
func (s *Resend) Tell(ctx context.Context, id, to, text string) error {
	_, err := s.Client.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: s.From, To: []string{to}, Subject: "Library", Text: text},
		&resend.SendEmailOptions{IdempotencyKey: id})
	return err
}
