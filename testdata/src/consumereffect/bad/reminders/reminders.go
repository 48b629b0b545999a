// Package reminders is the plainest form of the mistake: a consumer mails, and nothing remembers that it did.
package reminders

import (
	"context"

	"github.com/segmentio/kafka-go"
	"github.com/wneessen/go-mail"
)

// dentist reminds patients.
type dentist struct {
	log  *kafka.Reader
	smtp *mail.Client
}

// docs:begin consumereffect-bad

func (d *dentist) run(ctx context.Context) error {
	for {
		m, err := d.log.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := d.remind(ctx, string(m.Value)); err != nil {
			return err
		}
		if err := d.log.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (d *dentist) remind(ctx context.Context, patient string) error {
	m := mail.NewMsg()
	if err := m.From("desk@example.com"); err != nil {
		return err
	}
	if err := m.To(patient); err != nil {
		return err
	}
	m.Subject("Tomorrow at nine")
	m.SetBodyString(mail.TypeTextPlain, "Please be on time.")
	return d.smtp.DialAndSendWithContext(ctx, m) // want "IDV504: .*DialAndSendWithContext"
}

// docs:end consumereffect-bad
