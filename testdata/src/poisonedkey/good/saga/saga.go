// Package saga has the steps of sagas. A step says that it failed when it was refused. When it does not know, it is tried again.
package saga

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
)

var errFull = errors.New("no room is free")

// hotel books rooms under the number of the saga.
type hotel struct {
	client *http.Client
	url    string
}

func (h *hotel) book(ctx context.Context, saga string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url+"/rooms", strings.NewReader(`{"nights":2}`))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", saga+"/room")
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusConflict {
		return errFull
	}
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("hotel: %s", resp.Status)
	}
	return nil
}

// roomStep answers the commands of a saga on a queue.
type roomStep struct {
	hotel *hotel
	ch    *amqp.Channel
}

func (s *roomStep) run(ctx context.Context, commands <-chan amqp.Delivery) error {
	for d := range commands {
		if err := s.handle(ctx, d); err != nil {
			if err := d.Nack(false, true); err != nil {
				return err
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

func (s *roomStep) handle(ctx context.Context, d amqp.Delivery) error {
	err := s.hotel.book(ctx, d.CorrelationId)
	if err != nil && !errors.Is(err, errFull) {
		return err
	}
	if err != nil {
		return s.ch.PublishWithContext(ctx, "", d.ReplyTo, true, false, amqp.Publishing{MessageId: d.MessageId + "/failed", CorrelationId: d.CorrelationId, Type: "room.failed"})
	}
	return s.ch.PublishWithContext(ctx, "", d.ReplyTo, true, false, amqp.Publishing{MessageId: d.MessageId + "/booked", CorrelationId: d.CorrelationId, Type: "room.booked"})
}

// rowStep writes the outcome of a step into the row of the saga.
type rowStep struct {
	hotel *hotel
	db    *pgxpool.Pool
}

func (s *rowStep) follow(ctx context.Context, log *kafka.Reader) error {
	for {
		rec, err := log.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var cmd struct {
			Saga string `json:"saga"`
		}
		if json.Unmarshal(rec.Value, &cmd) == nil {
			if err := s.step(ctx, cmd.Saga); err != nil {
				return err
			}
		}
		if err := log.CommitMessages(ctx, rec); err != nil {
			return err
		}
	}
}

func (s *rowStep) step(ctx context.Context, saga string) error {
	state := "booked"
	if err := s.hotel.book(ctx, saga); errors.Is(err, errFull) {
		state = "failed"
	} else if err != nil {
		return err
	}
	return s.settle(ctx, saga, state)
}

func (s *rowStep) settle(ctx context.Context, saga, state string) error {
	_, err := s.db.Exec(ctx, `UPDATE saga_steps SET state = $2 WHERE saga = $1 AND step = 'room' AND state = 'open'`, saga, state)
	return err
}

// journey is a workflow's activity. Its error says that it is of no use to try again only if the hotel is full.
type journey struct{ hotel *hotel }

func (j *journey) register(w worker.Worker) { w.RegisterActivity(j.Room) }

// Room is an activity.
func (j *journey) Room(ctx context.Context, saga string) error {
	err := j.hotel.book(ctx, saga)
	if errors.Is(err, errFull) {
		return temporal.NewNonRetryableApplicationError("no room", "NoRoom", err)
	}
	return err
}
