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
	"log/slog"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
	"github.com/segmentio/kafka-go"
)

// scored is a goal of a match.
type scored struct {
	Offset int64  `json:"offset"`
	Match  string `json:"match"`
	Team   string `json:"team"`
}

// goals hashes what the log says. The time of the sending is a header.
func goals(ctx context.Context, in *kafka.Reader, js jetstream.JetStream) error {
	for {
		m, err := in.FetchMessage(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		raw, err := json.Marshal(scored{Offset: m.Offset, Match: string(m.Key), Team: string(m.Value)})
		if err != nil {
			return err
		}
		sum := sha256.Sum256(raw)
		out := nats.NewMsg("goals")
		out.Data = raw
		out.Header.Set("Sent-At", time.Now().Format(time.RFC3339))
		out.Header.Set(nats.MsgIdHdr, hex.EncodeToString(sum[:]))
		if _, err := js.PublishMsg(ctx, out); err != nil {
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

// pressArgs is a job that presses apples. The time is set by who orders it.
type pressArgs struct {
	Lot     string    `json:"lot"`
	Ordered time.Time `json:"ordered"`
}

func (pressArgs) Kind() string { return "press" }

func newPress(lot string) pressArgs { return pressArgs{Lot: lot, Ordered: time.Now().UTC()} }

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

// Work hashes what the job's row says. A second hash, with the time, is for the log.
func (w *pressWorker) Work(ctx context.Context, job *river.Job[pressArgs]) error {
	run, err := fingerprint(struct {
		Lot string
		Now time.Time
	}{job.Args.Lot, time.Now()})
	if err != nil {
		return err
	}
	slog.Info("press", "run", run)
	bottle := struct {
		Lot     string
		Ordered time.Time
	}{Lot: job.Args.Lot}
	bottle.Ordered = job.Args.Ordered
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
		io.WriteString(h, d.MessageId)
		out := amqp.Publishing{MessageId: hex.EncodeToString(h.Sum(nil)), CorrelationId: uuid.NewString(), Body: d.Body}
		if err := ch.PublishWithContext(ctx, "", "kiln", true, false, out); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// tag answers a page that shows the time. Its ETag changes with the page, as it should.
func tag(w http.ResponseWriter, _ *http.Request) {
	raw, err := json.Marshal(map[string]any{"now": time.Now(), "page": "kiln"})
	if err != nil {
		http.Error(w, "no page", http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256(raw)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	if _, err := w.Write(raw); err != nil {
		slog.Debug("not written", "error", err)
	}
}
