// Package travel names bookings after seats and references.
package travel

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/resend/resend-go/v2"
)

type traveller struct {
	Ref      string
	Passport string
	Contact  *struct{ Email, Mobile string }
}

func confirm(ctx context.Context, c *resend.Client, trip string, t traveller) error {
	mail := &resend.SendEmailRequest{To: []string{t.Contact.Email}, Subject: "Your trip"}
	key := strings.Builder{}
	key.WriteString(trip)
	key.WriteByte('/')
	key.WriteString(strings.ToUpper(t.Ref))
	opts := resend.SendEmailOptions{IdempotencyKey: key.String()}
	_, err := c.Emails.SendWithOptions(ctx, mail, &opts)
	return err
}

type desk interface {
	CheckIn(ctx context.Context, flight, idempotencyKey string) error
}

// checkIn finds the traveller by a telephone number, and names the request by the seat that was found.
func checkIn(ctx context.Context, d desk, seats map[string]int, flight string, form url.Values) error {
	phone := strings.TrimPrefix(form.Get("contact"), "+")
	seat := seats[phone]
	return d.CheckIn(ctx, flight, flight+"-"+strconv.Itoa(seat))
}

func options(trip string, t *traveller) map[string]string {
	return map[string]string{
		"trip":            trip,
		"email":           t.Contact.Email,
		"idempotency_key": url.QueryEscape(trip + "+" + t.Ref),
	}
}
