// Package innocent has clocks and random values beside keys, where no receiver compares them.
package innocent

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"go.temporal.io/sdk/client"
)

type note struct {
	Station string    `json:"station"`
	At      time.Time `json:"at"`
}

// queued: a FIFO queue drops a repeat by its id, and does not look at the text.
func queued(ctx context.Context, c *sqs.Client, queue, id, station string) error {
	raw, err := json.Marshal(note{station, time.Now()})
	if err != nil {
		return err
	}
	_, err = c.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               &queue,
		MessageGroupId:         &station,
		MessageBody:            aws.String(string(raw)),
		MessageDeduplicationId: &id,
	})
	return err
}

// streamed: so does a stream.
func streamed(ctx context.Context, js jetstream.JetStream, id, station string) error {
	raw, err := json.Marshal(note{Station: station, At: time.Now()})
	if err != nil {
		return err
	}
	_, err = js.Publish(ctx, "stations", raw, jetstream.WithMsgID(id))
	return err
}

// bussed: and a bus.
func bussed(ctx context.Context, s *azservicebus.Sender, id string, body []byte) error {
	return s.SendMessage(ctx, &azservicebus.Message{
		MessageID:             &id,
		Body:                  body,
		ApplicationProperties: map[string]any{"sent": time.Now().Unix()},
	}, nil)
}

// started: a workflow that runs already stays as it is, whatever the second start says.
func started(ctx context.Context, tc client.Client, station string) error {
	opts := client.StartWorkflowOptions{ID: "inspect/" + station, TaskQueue: "inspections"}
	_, err := tc.ExecuteWorkflow(ctx, opts, "Inspect", note{Station: station, At: time.Now()})
	return err
}

type api interface {
	Open(ctx context.Context, body []byte, idempotencyKey string) error
}

// once: the key is as new as the body, and both are made once.
func once(ctx context.Context, a api, station string) error {
	raw, err := json.Marshal(note{station, time.Now()})
	if err != nil {
		return err
	}
	return a.Open(ctx, raw, uuid.NewString())
}

// headers for logs, signatures and proxies may change.
func headers(hc *http.Client, target, station string, sign func(time.Time) string) error {
	req, err := http.NewRequest(http.MethodPost, target, strings.NewReader(`{"station":"`+station+`"}`))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "open/"+station)
	req.Header.Set("X-Request-Id", uuid.NewString())
	req.Header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	req.Header.Set("Authorization", sign(time.Now()))
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// beside: the clock belongs to another message, which goes elsewhere.
func beside(ctx context.Context, a api, station string) error {
	began := time.Now()
	ctx, cancel := context.WithDeadline(ctx, began.Add(5*time.Second))
	defer cancel()
	if err := a.Open(ctx, []byte(station), "open/"+station); err != nil {
		return err
	}
	seen := note{Station: station, At: time.Now()}
	slog.InfoContext(ctx, "opened", "note", seen, "took", time.Since(began))
	return nil
}

type answer struct {
	IdempotencyKey string
	Received       time.Time
	Body           []byte
}

// received: the time is in what we return, not in what we send.
func received(ctx context.Context, a api, key string, body []byte) (*answer, error) {
	if err := a.Open(ctx, body, key); err != nil {
		return nil, err
	}
	return &answer{Body: body, Received: time.Now()}, nil
}
