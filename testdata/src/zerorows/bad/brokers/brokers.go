// Package brokers consumes from queues, and gives back what it has handled before.
package brokers

import (
	"context"
	"encoding/json"
	"log"

	cloudtasks "cloud.google.com/go/cloudtasks/apiv2"
	"cloud.google.com/go/cloudtasks/apiv2/cloudtaskspb"
	"cloud.google.com/go/pubsub/v2"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

type concert struct {
	ID   string `json:"id"`
	Hall string `json:"hall"`
}

// hall keeps the concerts of a hall. Its table has a unique index on the id.
type hall struct {
	db   *pgxpool.Pool
	days jetstream.KeyValue
}

func (h *hall) save(ctx context.Context, c concert) error {
	_, err := h.db.Exec(ctx, `INSERT INTO concerts (id, hall) VALUES ($1, $2)`, c.ID, c.Hall) // want "IDV304: .*concerts"
	return err
}

// rabbit puts the delivery back into the queue.
func (h *hall) rabbit(ctx context.Context, in <-chan amqp.Delivery) {
	for d := range in {
		var c concert
		if err := json.Unmarshal(d.Body, &c); err != nil {
			_ = d.Reject(false)
			continue
		}
		if err := h.save(ctx, c); err != nil {
			log.Printf("concert %s: %v", c.ID, err)
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

// open keeps the evening of a concert, in a bucket that refuses a second concert, and the same one twice.
func (h *hall) open(evenings jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return evenings.Consume(func(msg jetstream.Msg) {
		if _, err := h.days.Create(context.Background(), string(msg.Data()), msg.Data()); err != nil { // want "IDV304: .*Create"
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

// cleaning asks for a cleaning under the name of the concert. A task that exists is a task that was asked for.
func cleaning(ctx context.Context, sub *pubsub.Subscriber, tasks *cloudtasks.Client, queue string) error {
	return sub.Receive(ctx, func(ctx context.Context, msg *pubsub.Message) {
		id := string(msg.Data)
		_, err := tasks.CreateTask(ctx, &cloudtaskspb.CreateTaskRequest{Parent: queue, Task: &cloudtaskspb.Task{Name: queue + "/tasks/clean-" + id}}) // want "IDV304: .*CreateTask"
		if err != nil {
			log.Printf("cleaning of %s: %v", id, err)
			msg.Nack()
			return
		}
		msg.Ack()
	})
}

// cancel is a handler of a router, which gives the message back at an error.
func (h *hall) cancel(msg *message.Message) error {
	tag, err := h.db.Exec(msg.Context(), `UPDATE tours SET cancelled = true WHERE id = $1 AND NOT cancelled`, string(msg.Payload)) // want "IDV304: .*tours"
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errCancelled
	}
	return nil
}

type cancelled struct{}

func (cancelled) Error() string { return "cancelled before" }

var errCancelled = cancelled{}

func (h *hall) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("cancel", "tours.cancelled", sub, h.cancel)
}
