package jobs

import (
	"context"
	"fmt"

	"github.com/gofrs/uuid/v5"
	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v84"
)

// depositArgs is the job that gives the deposit for a ski pass back.
type depositArgs struct {
	PassID  string    `json:"pass_id"`
	Payment string    `json:"payment"`
	Token   uuid.UUID `json:"token"`
}

func (depositArgs) Kind() string { return "ski_pass_deposit" }

type depositWorker struct {
	river.WorkerDefaults[depositArgs]
	stripe *stripe.Client
}

func workers(sc *stripe.Client) *river.Workers {
	w := river.NewWorkers()
	river.AddWorker(w, &depositWorker{stripe: sc})
	river.AddWorker(w, &lostPassWorker{stripe: sc})
	return w
}

// newDeposit makes the token when the job is put together. River stores it with the job.
func newDeposit(pass, payment string) (depositArgs, error) {
	token, err := uuid.NewV4()
	return depositArgs{PassID: pass, Payment: payment, Token: token}, err
}

// Work is called again until it returns nil.
func (w *depositWorker) Work(ctx context.Context, job *river.Job[depositArgs]) error {
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(job.Args.Payment)}
	params.IdempotencyKey = stripe.String(job.Args.Token.String())
	_, err := w.stripe.V1Refunds.Create(ctx, params)
	return err
}

// lostPassArgs is the job that gives half of a deposit back.
type lostPassArgs struct {
	Payment string `json:"payment"`
	Cents   int64  `json:"cents"`
}

func (lostPassArgs) Kind() string { return "ski_pass_lost" }

type lostPassWorker struct {
	river.WorkerDefaults[lostPassArgs]
	stripe *stripe.Client
}

// Work uses the number of the job's row.
func (w *lostPassWorker) Work(ctx context.Context, job *river.Job[lostPassArgs]) error {
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(job.Args.Payment), Amount: stripe.Int64(job.Args.Cents / 2)}
	params.SetIdempotencyKey(fmt.Sprintf("lost-pass-%d", job.ID))
	_, err := w.stripe.V1Refunds.Create(ctx, params)
	return err
}
