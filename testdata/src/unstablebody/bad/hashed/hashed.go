// Package hashed derives ids from the content of messages. A hash is as stable as what goes into it.
package hashed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
	"github.com/segmentio/kafka-go"
)

// scored is a goal of a match.
type scored struct {
	ID    uuid.UUID `json:"id"`
	Match string    `json:"match"`
	Team  string    `json:"team"`
}

// goals reads a log and sends to a stream that drops what it saw.
func goals(ctx context.Context, in *kafka.Reader, js jetstream.JetStream) error {
	for {
		m, err := in.FetchMessage(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		raw, err := json.Marshal(scored{
			ID:    uuid.New(), // want "IDV203: .*uuid.New"
			Match: string(m.Key),
			Team:  string(m.Value),
		})
		if err != nil {
			return err
		}
		sum := sha256.Sum256(raw)
		if _, err := js.Publish(ctx, "goals", raw, jetstream.WithMsgID(hex.EncodeToString(sum[:]))); err != nil {
			return err
		}
		if err := in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// fingerprint hashes anything.
func fingerprint(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// pressArgs is a job that presses apples.
type pressArgs struct {
	Lot string `json:"lot"`
}

func (pressArgs) Kind() string { return "press" }

type pressWorker struct {
	river.WorkerDefaults[pressArgs]
	queue *sqs.Client
	url   string
}

func presses(queue *sqs.Client, url string) *river.Workers {
	w := river.NewWorkers()
	river.AddWorker(w, &pressWorker{queue: queue, url: url})
	return w
}

// Work hashes through a helper. The time is in the struct.
func (w *pressWorker) Work(ctx context.Context, job *river.Job[pressArgs]) error {
	bottle := struct {
		Lot     string
		Pressed time.Time
	}{Lot: job.Args.Lot}
	bottle.Pressed = time.Now().UTC() // want "IDV203: .*time.Now"
	id, err := fingerprint(bottle)
	if err != nil {
		return err
	}
	_, err = w.queue.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               aws.String(w.url),
		MessageBody:            aws.String(job.Args.Lot),
		MessageGroupId:         aws.String("bottles"),
		MessageDeduplicationId: aws.String(id),
	})
	return err
}

// glaze writes the parts into the hash one by one.
func glaze(ctx context.Context, in <-chan amqp.Delivery, ch *amqp.Channel) error {
	for d := range in {
		h := sha256.New()
		fmt.Fprintf(h, "%s\n", d.Body)
		io.WriteString(h, uuid.NewString()) // want "IDV203: .*uuid.NewString"
		out := amqp.Publishing{MessageId: hex.EncodeToString(h.Sum(nil)), Body: d.Body}
		if err := ch.PublishWithContext(ctx, "", "kiln", true, false, out); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
