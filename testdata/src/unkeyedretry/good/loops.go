// Package good holds the silent twins of package bad: requests that are repeated under a key, that may be repeated, or that
// are not repeated at all.
package good

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

// countdown sends its form by hand, so that a key goes with it.
func countdown(ctx context.Context, site, visitor, form string) (err error) {
	for left := 4; left > 0; left-- {
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodPost, site+"/guestbook", strings.NewReader(form))
		if err != nil {
			return err
		}
		req.Header.Add("X-Idempotency-Key", "guestbook:"+visitor)
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

type note struct {
	Reference string   `json:"reference"`
	Title     string   `json:"title"`
	Text      string   `json:"text"`
	Tags      []string `json:"tags,omitempty"`
}

type pinboard struct {
	hc    *http.Client
	root  string
	agent string
}

func (p *pinboard) request(ctx context.Context, method, path string, in any) (*http.Request, error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, p.root+path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", p.agent)
	return req, nil
}

// pin sends our own reference with the note, in its body.
func (p *pinboard) pin(ctx context.Context, n note) error {
	wait := 200 * time.Millisecond
	for {
		req, err := p.request(ctx, "POST", "/notes", n)
		if err != nil {
			return err
		}
		resp, err := p.hc.Do(req)
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

// replace says what shall be there: a PUT may be repeated.
func (p *pinboard) replace(ctx context.Context, n note) error {
	for range 3 {
		req, err := p.request(ctx, http.MethodPut, "/notes/"+n.Reference, n)
		if err != nil {
			return err
		}
		resp, err := p.hc.Do(req)
		if err != nil {
			continue
		}
		return resp.Body.Close()
	}
	return errGaveUp
}

// remove has a loop for DELETE, and for HEAD to see that it is gone.
func (p *pinboard) remove(ctx context.Context, name string) error {
	for _, method := range []string{http.MethodDelete, http.MethodHead} {
		for try := 0; ; try++ {
			req, err := p.request(ctx, method, "/notes/"+name, nil)
			if err != nil {
				return err
			}
			resp, err := p.hc.Do(req)
			if err == nil {
				_ = resp.Body.Close()
				break
			}
			if try == 5 {
				return err
			}
		}
	}
	return nil
}

// fetch reads.
func (p *pinboard) fetch(ctx context.Context, name string) (*note, error) {
	var err error
	for left := 3; left > 0; left-- {
		var resp *http.Response
		if resp, err = p.hc.Get(p.root + "/notes/" + name); err != nil {
			continue
		}
		n := new(note)
		err = json.NewDecoder(resp.Body).Decode(n)
		_ = resp.Body.Close()
		if err == nil {
			return n, nil
		}
	}
	return nil, err
}

// jump has the key among the headers of the literal.
func (p *pinboard) jump(ctx context.Context, n note) error {
	tries := 0
again:
	req, err := p.request(ctx, http.MethodPost, "/polls", n.Tags)
	if err != nil {
		return err
	}
	req.Header = http.Header{"Idempotency-Key": {n.Reference}, "Content-Type": {"application/json"}}
	resp, err := p.hc.Do(req)
	if err != nil {
		if tries++; tries < 5 {
			goto again
		}
		return fmt.Errorf("open poll: %w", err)
	}
	return resp.Body.Close()
}

// batch goes on with the next note after an error: what is sent varies.
func (p *pinboard) batch(ctx context.Context, titles []string) error {
	var failed []error
	for _, title := range titles {
		req, err := p.request(ctx, http.MethodPost, "/notes", map[string]string{"title": title})
		if err != nil {
			failed = append(failed, err)
			continue
		}
		resp, err := p.hc.Do(req)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", title, err))
			continue
		}
		_ = resp.Body.Close()
	}
	return errors.Join(failed...)
}

// exams hands in what pupils have tried: an attempt is a piece of work here, and each turn sends another one.
func (p *pinboard) exams(ctx context.Context, attempts []string) error {
	for attempt := range attempts {
		req, err := p.request(ctx, http.MethodPost, "/exams", map[string]string{"answer": attempts[attempt]})
		if err != nil {
			return err
		}
		resp, err := p.hc.Do(req)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		_ = resp.Body.Close()
	}
	return nil
}

// feed takes one note after the other from a channel.
func (p *pinboard) feed(ctx context.Context, texts <-chan string) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case text, ok := <-texts:
			if !ok {
				return nil
			}
			resp, err := p.hc.Post(p.root+"/lines", "text/plain", strings.NewReader(text))
			if err != nil {
				continue
			}
			_ = resp.Body.Close()
		}
	}
}

// once sends the note once and repeats only the question whether it has arrived.
func (p *pinboard) once(ctx context.Context, text string) error {
	resp, err := p.hc.Post(p.root+"/reminders", "text/plain", strings.NewReader(text))
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	for range 10 {
		state, err := p.hc.Get(p.root + resp.Header.Get("Location"))
		if err == nil {
			_ = state.Body.Close()
			if state.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return errGaveUp
}

// traced has a stable id in a header of the receiver's own making, beside the trace.
func (p *pinboard) traced(ctx context.Context, n note, trace string) error {
	for attempt := 0; attempt < 3; attempt++ {
		req, err := p.request(ctx, http.MethodPost, "/reminders", n.Text)
		if err != nil {
			return err
		}
		req.Header.Set("Traceparent", trace)
		req.Header.Set("X-Reminder-Id", n.Reference)
		if resp, err := p.hc.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errGaveUp
}
