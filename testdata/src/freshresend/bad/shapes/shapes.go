// Package shapes has the fresh id in helpers, builders, generic types, embedded types, fields, closures and behind
// interfaces, and always a consumer at the top.
package shapes

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

// weighed is what the scales of a recycling yard report.
type weighed struct {
	Truck string `json:"truck"`
	Kilos int    `json:"kilos"`
}

// letter is built step by step.
type letter struct {
	body []byte
	id   string
	to   string
}

func newLetter(body []byte) *letter        { return &letter{body: body} }
func (l *letter) withID(id string) *letter { l.id = id; return l }
func (l *letter) addressed(to string) *letter {
	l.to = to
	return l
}

func (l *letter) build() amqp.Publishing {
	return amqp.Publishing{MessageId: l.id, Body: l.body, ReplyTo: l.to} // want "IDV201: .*MessageId"
}

func built(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		out := newLetter(d.Body).withID(uuid.NewString()).addressed("yard").build()
		if err := ch.PublishWithContext(ctx, "", "invoices", true, false, out); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// envelope is generic.
type envelope[T any] struct {
	IdempotencyKey string `json:"idempotency_key"`
	Data           T      `json:"data"`
}

func wrap[T any](data T) envelope[T] {
	return envelope[T]{
		IdempotencyKey: uuid.NewString(), // want "IDV201: .*IdempotencyKey"
		Data:           data,
	}
}

func generic(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		var w weighed
		if err := json.Unmarshal(d.Body, &w); err != nil {
			return err
		}
		body, err := json.Marshal(wrap(w))
		if err != nil {
			return err
		}
		if err := ch.PublishWithContext(ctx, "", "invoices", true, false, amqp.Publishing{Body: body}); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// sender is embedded by consumers.
type sender struct {
	client *http.Client
	url    string
}

func (s *sender) post(ctx context.Context, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"Accept": "application/json", "Idempotency-Key": uuid.NewString()} { // want "IDV201: .*Idempotency-Key"
		req.Header.Set(name, value)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("yard: %s", resp.Status)
	}
	return nil
}

type embedding struct {
	sender
	in <-chan amqp.Delivery
}

func (e *embedding) run(ctx context.Context) error {
	for d := range e.in {
		if err := e.post(ctx, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// field keeps the id of the current message in a field between two methods.
type field struct {
	ch      *amqp.Channel
	current string
}

func (f *field) begin() { f.current = uuid.NewString() }

func (f *field) finish(ctx context.Context, body []byte) error {
	out := amqp.Publishing{MessageId: f.current, Body: body} // want "IDV201: .*MessageId"
	return f.ch.PublishWithContext(ctx, "", "invoices", true, false, out)
}

func (f *field) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		f.begin()
		if err := f.finish(ctx, d.Body); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// yard is an interface of this package, with one implementation in it.
type yard interface {
	Dump(ctx context.Context, truck string) error
}

type remoteYard struct{ clearing clearing }

// clearing is somebody else's service.
type clearing interface {
	Book(ctx context.Context, truck, dedupKey string) error
}

func (r remoteYard) Dump(ctx context.Context, truck string) error {
	return r.clearing.Book(ctx, truck, uuid.NewString()) // want "IDV201: .*dedupKey"
}

// consumer calls the handler that it was given.
type consumer struct {
	handle func(context.Context, amqp.Delivery) error
}

func newConsumer(y yard) *consumer {
	return &consumer{handle: func(ctx context.Context, d amqp.Delivery) error {
		var w weighed
		if err := json.Unmarshal(d.Body, &w); err != nil {
			return err
		}
		return y.Dump(ctx, w.Truck)
	}}
}

func (c *consumer) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := c.handle(ctx, d); err != nil {
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

func wire(c clearing) *consumer { return newConsumer(remoteYard{clearing: c}) }

// fallback takes the id of the message, and makes one up where the message has none: that one is another on every delivery.
func fallback(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		id := d.MessageId
		if id == "" {
			id = uuid.NewString()
		}
		out := amqp.Publishing{Body: d.Body}
		out.MessageId = id // want "IDV201: .*MessageId"
		if err := ch.PublishWithContext(ctx, "", "invoices", true, false, out); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
