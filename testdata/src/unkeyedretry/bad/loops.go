// Package bad repeats requests that create something, and nothing in them tells the receiver that it has seen them before.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

var errGaveUp = errors.New("gave up")

type note struct {
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Tags  []string `json:"tags,omitempty"`
}

// pinboard is a client of a note service.
type pinboard struct {
	hc    *http.Client
	root  string
	agent string
}

func (p *pinboard) request(ctx context.Context, path string, in any) (*http.Request, error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, "POST", p.root+path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", p.agent)
	return req, nil
}

// pin builds its request in a method and waits on a timer between the attempts.
func (p *pinboard) pin(ctx context.Context, n note) error {
	wait := 200 * time.Millisecond
	for {
		req, err := p.request(ctx, "/notes", n)
		if err != nil {
			return err
		}
		resp, err := p.hc.Do(req) // want "IDV106: POST"
		if err == nil {
			return resp.Body.Close()
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(err, ctx.Err())
		case <-timer.C:
			wait *= 2
		}
	}
}

// append adds text to a note: a PATCH that says what to add, not what shall be there.
func (p *pinboard) append(ctx context.Context, text string) error {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPatch, p.root+"/diary", strings.NewReader(`[{"op":"add","path":"/lines/-","value":"`+text+`"}]`))
		if err != nil {
			return err
		}
		resp, err := p.hc.Do(req) // want "IDV106: PATCH"
		if err != nil {
			return err
		}
		_ = resp.Body.Close()
		if resp.StatusCode < http.StatusInternalServerError {
			return nil
		}
	}
	return errGaveUp
}

// jump goes back by goto.
func (p *pinboard) jump(poll note) error {
	tries := 0
	raw, err := json.Marshal(poll)
	if err != nil {
		return err
	}
again:
	resp, err := p.hc.Post(p.root+"/polls", "application/json", bytes.NewReader(raw)) // want "IDV106: POST"
	if err != nil {
		if tries++; tries < 5 {
			goto again
		}
		return fmt.Errorf("open poll: %w", err)
	}
	return resp.Body.Close()
}

// logged identifies the attempt for the log alone: no receiver drops a request for its trace.
func (p *pinboard) logged(ctx context.Context, n note, trace string) error {
	for attempt := 0; attempt < 3; attempt++ {
		req, err := p.request(ctx, "/reminders", n)
		if err != nil {
			return err
		}
		req.Header.Set("Traceparent", trace)
		if resp, err := p.hc.Do(req); err == nil { // want "IDV106: POST"
			return resp.Body.Close()
		}
	}
	return errGaveUp
}

// nested retries each note of a batch. The batch is fine, the inner loop is not.
func (p *pinboard) nested(ctx context.Context, titles []string) error {
	for _, title := range titles {
		var sent bool
		for try := 1; try <= 3 && !sent; try++ {
			req, err := p.request(ctx, "/notes", note{Title: title})
			if err != nil {
				return err
			}
			if resp, err := p.hc.Do(req); err == nil { // want "IDV106: POST"
				_ = resp.Body.Close()
				sent = true
			}
		}
		if !sent {
			return errGaveUp
		}
	}
	return nil
}
