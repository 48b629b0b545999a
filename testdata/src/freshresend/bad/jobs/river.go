package jobs

import (
	"context"

	"github.com/gofrs/uuid/v5"
	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v84"
)

// depositArgs is the job that gives the deposit for a ski pass back.
type depositArgs struct {
	PassID  string `json:"pass_id"`
	Payment string `json:"payment"`
}

func (depositArgs) Kind() string { return "ski_pass_deposit" }

type depositWorker struct {
	river.WorkerDefaults[depositArgs]
	stripe *stripe.Client
}

func workers(sc *stripe.Client) *river.Workers {
	w := river.NewWorkers()
	river.AddWorker(w, &depositWorker{stripe: sc})
	return w
}

// Work is called again until it returns nil.
func (w *depositWorker) Work(ctx context.Context, job *river.Job[depositArgs]) error {
	token, err := uuid.NewV4()
	if err != nil {
		return err
	}
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(job.Args.Payment)}
	params.IdempotencyKey = stripe.String(token.String()) // want "IDV201: .*IdempotencyKey"
	_, err = w.stripe.V1Refunds.Create(ctx, params)
	return err
}
