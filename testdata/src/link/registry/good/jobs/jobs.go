// Package jobs runs jobs from RabbitMQ. Other packages register what a kind of job does.
package jobs

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Func does one job; id is the same each time the job comes.
type Func func(ctx context.Context, id string, body []byte) error

// Worker knows the kinds.
type Worker struct{ jobs map[string]Func }

// NewWorker makes a worker that knows none.
func NewWorker() *Worker { return &Worker{jobs: map[string]Func{}} }

// Register adds a kind.
func (w *Worker) Register(kind string, do Func) { w.jobs[kind] = do }

// Run does what comes.
func (w *Worker) Run(ctx context.Context, ch *amqp.Channel) error {
	msgs, err := ch.ConsumeWithContext(ctx, "jobs", "worker", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range msgs {
		do, ok := w.jobs[d.Type]
		if !ok {
			_ = d.Reject(false)
			continue
		}
		if err := do(ctx, d.MessageId, d.Body); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
