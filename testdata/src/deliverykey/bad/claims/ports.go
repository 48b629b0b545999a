package claims

import (
	"context"
	"errors"
	"strconv"

	"cloud.google.com/go/pubsub/v2/apiv1/pubsubpb"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
)

// once runs a function for an id, if it did not before, and remembers it together with the function's effects.
type once interface {
	Once(ctx context.Context, id string, fn func(context.Context) error) error
}

// ledger takes an id for the first who comes, and gives it back when the work fails.
type ledger interface {
	Claim(ctx context.Context, id string) (bool, error)
	Release(ctx context.Context, id string) error
}

// garden waters beds by name; to set a valve twice is to set it once.
type garden interface {
	SetValve(ctx context.Context, bed string, open bool) error
}

// pull handles what one pull of the low-level API brought.
func pull(ctx context.Context, o once, g garden, received []*pubsubpb.ReceivedMessage) (acks []string, err error) {
	for _, r := range received {
		err := o.Once(ctx, r.AckId, func(ctx context.Context) error { // want "IDV202: .*AckId"
			return g.SetValve(ctx, string(r.Message.Data), true)
		})
		if err != nil {
			return acks, err
		}
		acks = append(acks, r.AckId)
	}
	return acks, nil
}

// wateringArgs is a job.
type wateringArgs struct {
	Bed string `json:"bed"`
}

func (wateringArgs) Kind() string { return "watering" }

type wateringWorker struct {
	river.WorkerDefaults[wateringArgs]
	ledger ledger
	garden garden
}

func wateringWorkers(l ledger, g garden) (*river.Workers, error) {
	w := river.NewWorkers()
	return w, river.AddWorkerSafely(w, &wateringWorker{ledger: l, garden: g})
}

// Work claims each attempt for itself.
func (w *wateringWorker) Work(ctx context.Context, job *river.Job[wateringArgs]) error {
	id := strconv.FormatInt(job.ID, 10) + "." + strconv.Itoa(job.Attempt)
	mine, err := w.ledger.Claim(ctx, id) // want "IDV202: .*Attempt"
	if err != nil || !mine {
		return err
	}
	if err := w.garden.SetValve(ctx, job.Args.Bed, true); err != nil {
		return errors.Join(err, w.ledger.Release(ctx, id))
	}
	return nil
}

// remembering keeps the tags in a map. The channel starts again at one when it is opened again.
func remembering(ctx context.Context, in <-chan amqp.Delivery, g garden) error {
	seen := make(map[uint64]bool)
	for d := range in {
		if !seen[d.DeliveryTag] { // want "IDV202: .*DeliveryTag"
			if err := g.SetValve(ctx, string(d.Body), false); err != nil {
				return err
			}
			seen[d.DeliveryTag] = true
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
