// Package brokers consumes from queues and logs, and sends on under ids that a redelivery repeats.
package brokers

import (
	"context"
	"encoding/json"
	"errors"
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
				log.Printf("parcel scan %s, run %s: %v", scan.MessageId, uuid.NewString(), err)
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
	if scan.MessageId == "" {
		return errors.New("a scan without id")
	}
	var p parcel
	if err := json.Unmarshal(scan.Body, &p); err != nil {
		return err
	}
	return s.ch.PublishWithContext(ctx, "depots", p.Depot, true, false, publishing(scan.MessageId+"/announced", scan.Body))
}

// publishing wraps a body under the id that the caller chose. The correlation id is for the logs.
func publishing(id string, body []byte) amqp.Publishing {
	out := amqp.Publishing{ContentType: "application/json", DeliveryMode: amqp.Persistent, Body: body}
	out.MessageId = id
	out.CorrelationId = uuid.NewString()
	return out
}

// scanner is no consumer: it publishes what a person scans, once, and each scan is new.
type scanner struct{ ch *amqp.Channel }

func (s *scanner) scan(ctx context.Context, p parcel) error {
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.ch.PublishWithContext(ctx, "scans", p.Depot, true, false, amqp.Publishing{MessageId: uuid.NewString(), Body: body})
}

// scanAll publishes many scans: every turn is new work.
func (s *scanner) scanAll(ctx context.Context, parcels []parcel) error {
	for _, p := range parcels {
		if err := s.scan(ctx, p); err != nil {
			return err
		}
	}
	return nil
}
