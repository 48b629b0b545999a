// Package jobs sends requests from handlers that their queue runs again after a failure.
package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"
	"go.temporal.io/sdk/worker"
)

type table struct {
	Guests int    `json:"guests"`
	Name   string `json:"name"`
}

// routes hangs a function into asynq.
func routes(mux *asynq.ServeMux) { mux.HandleFunc("table:reserve", reserve) }

func reserve(ctx context.Context, t *asynq.Task) error {
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
	resp, err := http.DefaultClient.Do(req) // want "IDV106: POST"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// menu prints menus in a river worker; the helper that posts is two calls away.
type menu struct {
	river.WorkerDefaults[menuArgs]
	printer *printer
}

type menuArgs struct {
	Dishes []string `json:"dishes"`
}

func (menuArgs) Kind() string { return "menu" }

func (m *menu) Work(ctx context.Context, job *river.Job[menuArgs]) error {
	return m.printer.print(ctx, strings.Join(job.Args.Dishes, "\n"))
}

type printer struct {
	hc   *http.Client
	host *url.URL
}

func (p *printer) print(ctx context.Context, text string) error { return p.submit(ctx, "/print", text) }

func (p *printer) submit(ctx context.Context, path, text string) error {
	req := &http.Request{Method: http.MethodPost, URL: p.host.JoinPath(path), Body: http.NoBody, Header: http.Header{"X-Text": {text}}}
	resp, err := p.hc.Do(req.WithContext(ctx)) // want "IDV106: POST"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// kitchen holds activities.
type kitchen struct{ base string }

func register(w worker.Worker, k *kitchen) { w.RegisterActivity(k) }

// Order asks the kitchen for a dish.
func (k *kitchen) Order(_ context.Context, dish string) error {
	resp, err := http.Post(k.base+"/dishes", "text/plain", strings.NewReader(dish)) // want "IDV106: POST"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
