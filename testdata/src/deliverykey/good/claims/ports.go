package claims

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"strconv"
	"time"

	"cloud.google.com/go/pubsub/v2/apiv1/pubsubpb"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
	"github.com/segmentio/kafka-go"
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

// pull handles what one pull of the low-level API brought, and returns what to acknowledge.
func pull(ctx context.Context, o once, g garden, received []*pubsubpb.ReceivedMessage) (acks []string, err error) {
	for _, r := range received {
		err := o.Once(ctx, r.Message.MessageId, func(ctx context.Context) error {
			return g.SetValve(ctx, string(r.Message.Data), true)
		})
		if err != nil {
			return acks, err
		}
		acks = append(acks, r.AckId)
	}
	return acks, nil
}

// counting numbers the messages for the log, and names them by their place.
func counting(ctx context.Context, o once, g garden, in *kafka.Reader) error {
	n := 0
	for {
		m, err := in.FetchMessage(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		n++
		log.Printf("message %d since the start", n)
		id := fmt.Sprintf("%s-%d-%d", m.Topic, m.Partition, m.Offset)
		if err := o.Once(ctx, id, func(ctx context.Context) error {
			return g.SetValve(ctx, string(m.Value), true)
		}); err != nil {
			return err
		}
		if err := in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
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

// Work claims the job for all of its attempts.
func (w *wateringWorker) Work(ctx context.Context, job *river.Job[wateringArgs]) error {
	id := strconv.FormatInt(job.ID, 10)
	mine, err := w.ledger.Claim(ctx, id)
	if err != nil || !mine {
		return err
	}
	if err := w.garden.SetValve(ctx, job.Args.Bed, true); err != nil {
		log.Printf("watering %s, attempt %d: %v", id, job.Attempt, err)
		return errors.Join(err, w.ledger.Release(ctx, id))
	}
	return nil
}

// pending keeps the deliveries until the garden has confirmed them. The tag is what an acknowledgement names.
func pending(in <-chan amqp.Delivery, confirmed <-chan uint64, open func(tag uint64, bed string)) error {
	waiting := make(map[uint64]amqp.Delivery)
	for {
		select {
		case d, ok := <-in:
			if !ok {
				return nil
			}
			waiting[d.DeliveryTag] = d
			open(d.DeliveryTag, string(d.Body))
		case tag := <-confirmed:
			d, ok := waiting[tag]
			if !ok {
				continue
			}
			delete(waiting, tag)
			if err := d.Ack(false); err != nil {
				return err
			}
		}
	}
}

// leases keeps the receipt handles of messages in work, to make their time longer.
type leases struct {
	queue *sqs.Client
	url   string
	held  map[string]time.Time
}

func (l *leases) poll(ctx context.Context, g garden) error {
	out, err := l.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(l.url), MaxNumberOfMessages: 10})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		l.held[aws.ToString(m.ReceiptHandle)] = time.Now()
	}
	for _, m := range out.Messages {
		if err := l.extend(ctx); err != nil {
			return err
		}
		if err := g.SetValve(ctx, aws.ToString(m.Body), true); err != nil {
			return err
		}
		if _, err := l.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(l.url), ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
		delete(l.held, aws.ToString(m.ReceiptHandle))
	}
	return nil
}

func (l *leases) extend(ctx context.Context) error {
	for handle, since := range l.held {
		if time.Since(since) < 10*time.Second {
			continue
		}
		_, err := l.queue.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{
			QueueUrl: aws.String(l.url), ReceiptHandle: aws.String(handle), VisibilityTimeout: 30,
		})
		if err != nil {
			return err
		}
		l.held[handle] = time.Now()
	}
	return nil
}
