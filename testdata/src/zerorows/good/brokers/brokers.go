// Package brokers consumes from queues. What it has handled before is acknowledged.
package brokers

import (
	"context"
	"encoding/json"
	"errors"
	"log"

	cloudtasks "cloud.google.com/go/cloudtasks/apiv2"
	"cloud.google.com/go/cloudtasks/apiv2/cloudtaskspb"
	"cloud.google.com/go/pubsub/v2"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var errThere = errors.New("the concert is there")

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
	_, err := h.db.Exec(ctx, `INSERT INTO concerts (id, hall) VALUES ($1, $2)`, c.ID, c.Hall)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return errThere
	}
	return err
}

// rabbit acknowledges what is there, and puts back what could not be stored.
func (h *hall) rabbit(ctx context.Context, in <-chan amqp.Delivery) {
	for d := range in {
		var c concert
		if err := json.Unmarshal(d.Body, &c); err != nil {
			_ = d.Reject(false)
			continue
		}
		switch err := h.save(ctx, c); {
		case errors.Is(err, errThere):
			log.Printf("concert %s comes again", c.ID)
		case err != nil:
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

func (h *hall) open(evenings jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return evenings.Consume(func(msg jetstream.Msg) {
		_, err := h.days.Create(context.Background(), string(msg.Data()), msg.Data())
		if err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func cleaning(ctx context.Context, sub *pubsub.Subscriber, tasks *cloudtasks.Client, queue string) error {
	return sub.Receive(ctx, func(ctx context.Context, msg *pubsub.Message) {
		id := string(msg.Data)
		_, err := tasks.CreateTask(ctx, &cloudtaskspb.CreateTaskRequest{Parent: queue, Task: &cloudtaskspb.Task{Name: queue + "/tasks/clean-" + id}})
		if err != nil && status.Code(err) != codes.AlreadyExists {
			log.Printf("cleaning of %s: %v", id, err)
			msg.Nack()
			return
		}
		msg.Ack()
	})
}

// cancel counts for the log, and does not mind the count.
func (h *hall) cancel(msg *message.Message) error {
	tag, err := h.db.Exec(msg.Context(), `UPDATE tours SET cancelled = true WHERE id = $1 AND NOT cancelled`, string(msg.Payload))
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		log.Printf("tour %s was cancelled before", msg.Payload)
	}
	return nil
}

func (h *hall) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("cancel", "tours.cancelled", sub, h.cancel)
}
