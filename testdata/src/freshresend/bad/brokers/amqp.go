// Package brokers consumes from queues and logs, and sends on under ids that no redelivery can repeat.
package brokers

import (
	"context"
	"encoding/json"
	"log"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

type parcel struct {
	Number string `json:"number"`
	Depot  string `json:"depot"`
}

// sorter consumes scanned parcels and announces them to the depots.
type sorter struct {
	ch    *amqp.Channel
	queue string
}

// run starts the consumer itself and hands each delivery to a method.
func (s *sorter) run(ctx context.Context) error {
	scans, err := s.ch.ConsumeWithContext(ctx, s.queue, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case scan, ok := <-scans:
			if !ok {
				return nil
			}
			if err := s.announce(ctx, scan); err != nil {
				log.Printf("parcel scan: %v", err)
				if err := scan.Nack(false, true); err != nil {
					return err
				}
				continue
			}
			if err := scan.Ack(false); err != nil {
				return err
			}
		}
	}
}

func (s *sorter) announce(ctx context.Context, scan amqp.Delivery) error {
	var p parcel
	if err := json.Unmarshal(scan.Body, &p); err != nil {
		return err
	}
	return s.ch.PublishWithContext(ctx, "depots", p.Depot, true, false, publishing(scan.Body))
}

// publishing wraps a body. Each one has an id of its own.
func publishing(body []byte) amqp.Publishing {
	out := amqp.Publishing{ContentType: "application/json", DeliveryMode: amqp.Persistent, Body: body}
	out.MessageId = uuid.NewString() // want "IDV201: .*MessageId"
	return out
}
