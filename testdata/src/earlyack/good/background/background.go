// Package background works in goroutines, and waits for them, or lets each acknowledge its own message.
package background

import (
	"context"
	"log"

	"github.com/aws/aws-lambda-go/events"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"golang.org/x/sync/errgroup"
)

// studio keeps recordings.
type studio struct{ db *pgxpool.Pool }

func (s *studio) keep(ctx context.Context, id string, sound []byte) error {
	_, err := s.db.Exec(ctx, `INSERT INTO recordings (id, sound) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, sound)
	return err
}

func (s *studio) routes(mux *asynq.ServeMux) { mux.HandleFunc("studio:record", s.record) }

// record has a goroutine for the work, and gives back what it says.
func (s *studio) record(ctx context.Context, t *asynq.Task) error {
	id, sound := t.ResultWriter().TaskID(), t.Payload()
	done := make(chan error, 1)
	go func() { done <- s.keep(ctx, id, sound) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Batch returns when all its goroutines are done.
func (s *studio) Batch(ctx context.Context, ev events.SQSEvent) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, m := range ev.Records {
		g.Go(func() error { return s.keep(ctx, m.MessageId, []byte(m.Body)) })
	}
	return g.Wait()
}

// Partial names the messages that have to come again.
func (s *studio) Partial(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	var resp events.SQSEventResponse
	for _, m := range ev.Records {
		if err := s.keep(ctx, m.MessageId, []byte(m.Body)); err != nil {
			log.Printf("recording %s: %v", m.MessageId, err)
			resp.BatchItemFailures = append(resp.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return resp, nil
}

// orchard has a goroutine for each basket. A delivery of RabbitMQ is acknowledged by itself, in any order.
func (s *studio) orchard(ctx context.Context, in <-chan amqp.Delivery) {
	for d := range in {
		go func() {
			if err := s.keep(ctx, d.MessageId, d.Body); err != nil {
				log.Printf("recording %s: %v", d.MessageId, err)
				_ = d.Nack(false, true)
				return
			}
			_ = d.Ack(false)
		}()
	}
}

// long tells the server that the work goes on, which is no acknowledgement.
func (s *studio) long(tapes jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return tapes.Consume(func(msg jetstream.Msg) {
		_ = msg.InProgress()
		if err := s.keep(context.Background(), msg.Headers().Get(jetstream.MsgIDHeader), msg.Data()); err != nil {
			log.Printf("tape: %v", err)
			_ = msg.Nak()
			return
		}
		if err := msg.Ack(); err != nil {
			log.Printf("ack: %v", err)
		}
	})
}
