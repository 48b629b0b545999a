package jobs

import (
	"context"

	"github.com/resend/resend-go/v2"
	"github.com/stripe/stripe-go/v84"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
)

// hike has activities, which are repeated until one attempt is known to have succeeded.
type hike struct {
	resend *resend.Client
	stripe *stripe.Client
}

func (h *hike) register(w worker.Worker) { w.RegisterActivity(h) }

// Invite mails a walker, under the id that all attempts of this activity share.
func (h *hike) Invite(ctx context.Context, walker string) error {
	opts := &resend.SendEmailOptions{IdempotencyKey: step(ctx)}
	_, err := h.resend.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{From: "hikes@example.com", To: []string{walker}, Subject: "Sunday", Text: "We meet at the mill."}, opts)
	return err
}

// Charge takes the fee.
func (h *hike) Charge(ctx context.Context, customer string, cents int64) (string, error) {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur"), Customer: stripe.String(customer), Confirm: stripe.Bool(true)}
	params.SetIdempotencyKey(step(ctx))
	pi, err := h.stripe.V1PaymentIntents.Create(ctx, params)
	if err != nil {
		return "", err
	}
	return pi.ID, nil
}

func step(ctx context.Context) string {
	info := activity.GetInfo(ctx)
	return info.WorkflowExecution.RunID + "/" + info.ActivityID
}
