// Package webhooks calls other people's servers from jobs and consumers. An id says which event it is, and the body is the same on
// each attempt.
package webhooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// hook is somebody's address.
type hook struct {
	client *http.Client
	secret []byte
}

// post signs and sends a body under an id. That the signature has the time in it is right, and the number of the attempt in a
// header harms nobody.
func (h *hook) post(ctx context.Context, url, id string, attempt int, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	stamp := time.Now().Format(time.RFC3339)
	mac := hmac.New(sha256.New, h.secret)
	mac.Write([]byte(stamp))
	mac.Write(body)
	req.Header.Set("X-Signature", "t="+stamp+",v1="+hex.EncodeToString(mac.Sum(nil)))
	req.Header.Set("X-Attempt", strconv.Itoa(attempt))
	req.Header.Set("Idempotency-Key", id)
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("%s answers %s", url, resp.Status)
	}
	return nil
}

// adoptedArgs is the job that tells a partner that an animal found a home.
type adoptedArgs struct {
	URL       string    `json:"url"`
	Animal    string    `json:"animal"`
	AdoptedAt time.Time `json:"adopted_at"`
}

func (adoptedArgs) Kind() string { return "adopted" }

type adoptedWorker struct {
	river.WorkerDefaults[adoptedArgs]
	hook *hook
}

func shelter(h *hook) *river.Workers {
	w := river.NewWorkers()
	river.AddWorker(w, &adoptedWorker{hook: h})
	return w
}

type adopted struct {
	Animal    string    `json:"animal"`
	AdoptedAt time.Time `json:"adopted_at"`
}

// Work takes the time from the job.
func (w *adoptedWorker) Work(ctx context.Context, job *river.Job[adoptedArgs]) error {
	body, err := json.Marshal(&adopted{Animal: job.Args.Animal, AdoptedAt: job.Args.AdoptedAt})
	if err != nil {
		return err
	}
	return w.hook.post(ctx, job.Args.URL, "adopted-"+strconv.FormatInt(job.ID, 10), job.Attempt, body)
}

// vet tells owners' servers about appointments.
func vet(ctx context.Context, h *hook, url string, in <-chan amqp.Delivery) error {
	for d := range in {
		body, err := json.Marshal(map[string]string{"ref": d.MessageId, "animal": string(d.Body)})
		if err != nil {
			return err
		}
		if err := h.post(ctx, url, d.MessageId, 1, body); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// walk is a workflow. Its clock is the same when it is replayed.
func walk(ctx workflow.Context, dog string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var h *sitters
	return workflow.ExecuteActivity(ctx, h.Call, dog, workflow.Now(ctx)).Get(ctx, nil)
}

type sitters struct {
	hook *hook
	url  string
}

func (s *sitters) register(w worker.Worker) {
	w.RegisterWorkflow(walk)
	w.RegisterActivity(s)
}

// Call has the number of the attempt in a header and in the log.
func (s *sitters) Call(ctx context.Context, dog string, at time.Time) error {
	info := activity.GetInfo(ctx)
	activity.GetLogger(ctx).Info("call", "attempt", info.Attempt, "now", time.Now())
	call := struct {
		Dog string    `json:"dog"`
		At  time.Time `json:"at"`
	}{Dog: dog, At: at}
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(call); err != nil {
		return err
	}
	id := info.WorkflowExecution.RunID + "/" + info.ActivityID
	return s.hook.post(ctx, s.url, id, int(info.Attempt), body.Bytes())
}

// enter sends what a person enters, once, under the id of the form.
func enter(ctx context.Context, h *hook, url, id, animal string) error {
	body, err := json.Marshal(map[string]any{"animal": animal, "entered": "by hand"})
	if err != nil {
		return err
	}
	return h.post(ctx, url, id, 1, body)
}
