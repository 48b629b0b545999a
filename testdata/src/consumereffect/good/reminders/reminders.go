// Package reminders sends each mail under the id of the event, which the provider remembers.
package reminders

import (
	"context"

	"github.com/resend/resend-go/v2"
	"github.com/segmentio/kafka-go"
)

// dentist reminds patients.
type dentist struct {
	log    *kafka.Reader
	resend *resend.Client
}

// docs:begin consumereffect-good

func (d *dentist) run(ctx context.Context) error {
	for {
		m, err := d.log.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := d.remind(ctx, string(m.Key), string(m.Value)); err != nil {
			return err
		}
		if err := d.log.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// remind names the mail after the appointment: the second one is dropped by the provider.
func (d *dentist) remind(ctx context.Context, appointment, patient string) error {
	_, err := d.resend.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: "desk@example.com", To: []string{patient}, Subject: "Tomorrow at nine", Text: "Please be on time."},
		&resend.SendEmailOptions{IdempotencyKey: "reminder/" + appointment})
	return err
}

// docs:end consumereffect-good
