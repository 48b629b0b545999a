// Package jobs sends requests from handlers that their queue runs again, under a key that every run finds again.
package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
)

type table struct {
	Guests int    `json:"guests"`
	Name   string `json:"name"`
}

func routes(mux *asynq.ServeMux) {
	mux.HandleFunc("table:reserve", reserve)
	mux.HandleFunc("table:count", count)
	mux.HandleFunc("table:clear", clearTable)
}

// reserve takes the task's id, which stays the same over its retries.
func reserve(ctx context.Context, t *asynq.Task) error {
	id, ok := asynq.GetTaskID(ctx)
	if !ok {
		return errors.New("no task id")
	}
	var in table
	if err := json.Unmarshal(t.Payload(), &in); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://inn.example/tables", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", id)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// count reads.
func count(context.Context, *asynq.Task) error {
	resp, err := http.Get("https://inn.example/tables/free")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// clearTable deletes, and takes "not there" for an answer.
func clearTable(ctx context.Context, t *asynq.Task) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, "https://inn.example/tables/"+string(t.Payload()), nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// menu prints menus; the job's number goes along to the helper that posts.
type menu struct {
	river.WorkerDefaults[menuArgs]
	printer *printer
}

type menuArgs struct {
	Dishes []string `json:"dishes"`
}

func (menuArgs) Kind() string { return "menu" }

func (m *menu) Work(ctx context.Context, job *river.Job[menuArgs]) error {
	return m.printer.print(ctx, strconv.FormatInt(job.ID, 10), strings.Join(job.Args.Dishes, "\n"))
}

type printer struct {
	hc   *http.Client
	host *url.URL
}

func (p *printer) print(ctx context.Context, job, text string) error {
	return p.submit(ctx, "/print", http.Header{"Idempotency-Key": {"menu-" + job}, "X-Text": {text}})
}

func (p *printer) submit(ctx context.Context, path string, header http.Header) error {
	req := &http.Request{Method: http.MethodPost, URL: p.host.JoinPath(path), Body: http.NoBody, Header: header}
	resp, err := p.hc.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type kitchen struct{ base string }

func register(w worker.Worker, k *kitchen) { w.RegisterActivity(k) }

// Order derives the key from the workflow and the activity, which a second attempt shares with the first.
func (k *kitchen) Order(ctx context.Context, dish string) error {
	info := activity.GetInfo(ctx)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, k.base+"/dishes", strings.NewReader(dish))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", info.WorkflowExecution.RunID+"/"+info.ActivityID)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
