// Package shapes has the twins: the id comes with the message, through helpers, builders, generic types, embedded types,
// fields, closures and interfaces.
package shapes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

// weighed is what the scales of a recycling yard report; each weighing has a number.
type weighed struct {
	Number string `json:"number"`
	Truck  string `json:"truck"`
	Kilos  int    `json:"kilos"`
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
	return amqp.Publishing{MessageId: l.id, Body: l.body, ReplyTo: l.to}
}

func built(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		out := newLetter(d.Body).withID("invoice:" + d.MessageId).addressed("yard").build()
		if err := ch.PublishWithContext(ctx, "", "invoices", true, false, out); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// first is a letter that a person writes: it answers no message.
func first(ctx context.Context, ch *amqp.Channel, body []byte) error {
	return ch.PublishWithContext(ctx, "", "invoices", true, false, newLetter(body).withID(uuid.NewString()).build())
}

// envelope is generic.
type envelope[T any] struct {
	IdempotencyKey string `json:"idempotency_key"`
	TraceID        string `json:"trace_id"`
	Data           T      `json:"data"`
}

func wrap[T any](key string, data T) envelope[T] {
	return envelope[T]{IdempotencyKey: key, TraceID: uuid.NewString(), Data: data}
}

func generic(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		var w weighed
		if err := json.Unmarshal(d.Body, &w); err != nil {
			return err
		}
		body, err := json.Marshal(wrap("invoice:"+w.Number, w))
		if err != nil {
			return err
		}
		out := amqp.Publishing{MessageId: "invoice:" + w.Number, Body: body}
		if err := ch.PublishWithContext(ctx, "", "invoices", true, false, out); err != nil {
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

func (s *sender) post(ctx context.Context, key, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"Accept": "application/json", "Idempotency-Key": key} {
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
		if err := e.post(ctx, d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// desk uses the same sender for what a person enters.
type desk struct{ sender }

func (d *desk) enter(ctx context.Context, truck string) error {
	return d.post(ctx, uuid.NewString(), truck)
}

// field keeps the id of the current message in a field between two methods.
type field struct {
	ch      *amqp.Channel
	current string
}

func (f *field) begin(d amqp.Delivery) { f.current = d.MessageId }

func (f *field) finish(ctx context.Context, body []byte) error {
	out := amqp.Publishing{MessageId: f.current, Body: body}
	return f.ch.PublishWithContext(ctx, "", "invoices", true, false, out)
}

func (f *field) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		f.begin(d)
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
	Dump(ctx context.Context, number, truck string) error
}

type remoteYard struct{ clearing clearing }

// clearing is somebody else's service.
type clearing interface {
	Book(ctx context.Context, truck, dedupKey string) error
}

func (r remoteYard) Dump(ctx context.Context, number, truck string) error {
	return r.clearing.Book(ctx, truck, "dump/"+number)
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
		return y.Dump(ctx, w.Number, w.Truck)
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

// demanding refuses a message without id instead of making one up.
func demanding(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		if d.MessageId == "" {
			return errors.New("a message without id")
		}
		out := amqp.Publishing{Body: d.Body}
		out.MessageId = d.MessageId
		if err := ch.PublishWithContext(ctx, "", "invoices", true, false, out); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// replier asks and waits: the id of the reply queue and of the question belong to this call alone.
func replier(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	consumerTag := "yard-" + uuid.NewString()
	answers, err := ch.ConsumeWithContext(ctx, "answers", consumerTag, false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range in {
		question := amqp.Publishing{CorrelationId: uuid.NewString(), ReplyTo: "answers", MessageId: d.MessageId, Body: d.Body}
		if err := ch.PublishWithContext(ctx, "", "questions", true, false, question); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-answers:
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
