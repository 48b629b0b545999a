// Package mail sends mails through a relay.
package mail

import (
	"context"
	"net/smtp"
)

// SMTP implements reminders.Notes.
type SMTP struct{ Relay, From string }

// Tell sends one mail.
func (s *SMTP) Tell(ctx context.Context, to, text string) error {
	return smtp.SendMail(s.Relay, nil, s.From, []string{to}, []byte("Subject: Library\r\n\r\n"+text))
}
