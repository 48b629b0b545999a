// Package letters writes to new members of a choir.
package letters

import (
	"context"

	"github.com/resend/resend-go/v2"
)

// Letters writes letters.
type Letters struct{ Client *resend.Client }

// Welcome writes to a new member under the event's id.
func (l *Letters) Welcome(ctx context.Context, event string, address []byte) error {
	_, err := l.Client.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: "choir@example.com", To: []string{string(address)}, Subject: "Welcome", Text: "Sing!"},
		&resend.SendEmailOptions{IdempotencyKey: "welcome-" + event})
	return err
}
