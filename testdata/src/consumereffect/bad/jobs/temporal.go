package jobs

import (
	"context"

	"github.com/wneessen/go-mail"
	"go.temporal.io/sdk/worker"
)

// hike has activities, which are repeated until one attempt is known to have succeeded.
type hike struct{ smtp *mail.Client }

func (h *hike) register(w worker.Worker) { w.RegisterActivity(h) }

// Invite mails a walker.
func (h *hike) Invite(ctx context.Context, walker string) error {
	m := mail.NewMsg()
	if err := m.From("hikes@example.com"); err != nil {
		return err
	}
	if err := m.To(walker); err != nil {
		return err
	}
	m.Subject("Sunday")
	m.SetBodyString(mail.TypeTextPlain, "We meet at the mill.")
	return h.smtp.DialAndSendWithContext(ctx, m) // want "IDV504: .*DialAndSendWithContext"
}
