// Package webhooks calls other people's servers from jobs and consumers. Where no id says which event it is, the receiver can only
// compare bodies.
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
	"time"

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

// post signs and sends a body. That the signature has the time in it is right.
func (h *hook) post(ctx context.Context, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	stamp := time.Now().Format(time.RFC3339)
	mac := hmac.New(sha256.New, h.secret)
	mac.Write([]byte(stamp))
	mac.Write(body)
	req.Header.Set("X-Signature", "t="+stamp+",v1="+hex.EncodeToString(mac.Sum(nil)))
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
	URL    string `json:"url"`
	Animal string `json:"animal"`
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

// Work stamps the body with the time of the attempt.
func (w *adoptedWorker) Work(ctx context.Context, job *river.Job[adoptedArgs]) error {
	body, err := json.Marshal(&adopted{
		Animal:    job.Args.Animal,
		AdoptedAt: time.Now(), // want "IDV203: .*time.Now"
	})
	if err != nil {
		return err
	}
	return w.hook.post(ctx, job.Args.URL, body)
}

// walk is a workflow with an activity that tells a sitter to come.
func walk(ctx workflow.Context, dog string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var h *sitters
	return workflow.ExecuteActivity(ctx, h.Call, dog).Get(ctx, nil)
}

type sitters struct {
	hook *hook
	url  string
}

func (s *sitters) register(w worker.Worker) {
	w.RegisterWorkflow(walk)
	w.RegisterActivity(s)
}

// Call has the number of the attempt in the body.
func (s *sitters) Call(ctx context.Context, dog string) error {
	call := struct {
		Dog string `json:"dog"`
		Try int32  `json:"try"`
	}{Dog: dog}
	call.Try = activity.GetInfo(ctx).Attempt // want "IDV203: .*Attempt"
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(call); err != nil {
		return err
	}
	return s.hook.post(ctx, s.url, body.Bytes())
}
