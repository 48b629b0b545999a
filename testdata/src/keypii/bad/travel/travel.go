// Package travel names bookings after passports and telephone numbers.
package travel

import (
	"context"
	"net/url"
	"strings"

	"github.com/resend/resend-go/v2"
)

type traveller struct {
	Name     string
	Passport string
	Contact  *struct{ Email, Mobile string }
}

// confirm sends a mail under the number of a passport.
func confirm(ctx context.Context, c *resend.Client, trip string, t traveller) error {
	mail := &resend.SendEmailRequest{To: []string{t.Contact.Email}, Subject: "Your trip"}
	key := strings.Builder{}
	key.WriteString(trip)
	key.WriteByte('/')
	key.WriteString(strings.ToUpper(t.Passport))
	opts := resend.SendEmailOptions{IdempotencyKey: key.String()} // want "IDV105: IdempotencyKey.*Passport"
	_, err := c.Emails.SendWithOptions(ctx, mail, &opts)
	return err
}

// options of a booking carry the key in a map.
func options(trip string, t *traveller) map[string]string {
	return map[string]string{
		"trip":            trip,
		"idempotency_key": url.QueryEscape(trip + "+" + t.Contact.Email), // want "IDV105: idempotency_key.*Email"
	}
}
