// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
)

type station struct {
	hc    *http.Client
	root  string
	sites []string
}

// A function that calls itself on failure is a retry without a loop.
func (s *station) report(reading string, left int) error {
	resp, err := s.hc.Post(s.root+"/readings", "text/plain", strings.NewReader(reading)) // miss: IDV106 recursion is not recognised as a retry
	if err != nil && left > 0 {
		return s.report(reading, left-1)
	}
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// patient is a transport that repeats everything, whatever its method.
type patient struct{ next http.RoundTripper }

func (p patient) RoundTrip(req *http.Request) (*http.Response, error) {
	var err error
	for range 3 {
		attempt := req.Clone(req.Context())
		if req.GetBody != nil {
			if attempt.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		var resp *http.Response
		if resp, err = p.next.RoundTrip(attempt); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func wired(root string) *station {
	return &station{root: root, hc: &http.Client{Transport: patient{http.DefaultTransport}}}
}

func (s *station) alarm(text string) error {
	resp, err := s.hc.Post(s.root+"/alarms", "text/plain", strings.NewReader(text)) // miss: IDV106 a home-made transport that repeats is not connected with its client's requests
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Each turn asks another replica of one service: what is sent stays the same.
func (s *station) replicas(text string) error {
	for _, site := range s.sites {
		resp, err := s.hc.Post(site+"/forecasts", "text/plain", strings.NewReader(text)) // miss: IDV106 a loop over addresses counts as a loop over work
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("no replica answered")
}

type policy struct {
	MethodConfig []methodConfig `json:"methodConfig"`
}

type methodConfig struct {
	Name        []map[string]string `json:"name"`
	RetryPolicy map[string]any      `json:"retryPolicy"`
}

// The config is put together at run time.
func built() (grpc.DialOption, error) {
	raw, err := json.Marshal(policy{MethodConfig: []methodConfig{{
		Name:        []map[string]string{{"service": "weather.v1.Stations", "method": "CreateStation"}},
		RetryPolicy: map[string]any{"maxAttempts": 4, "retryableStatusCodes": []string{"UNAVAILABLE"}},
	}}})
	if err != nil {
		return nil, err
	}
	return grpc.WithDefaultServiceConfig(string(raw)), nil // miss: IDV106 only configs that are constants are read
}

// The job goes back into its own queue.
func drain(ctx context.Context, s *station, jobs chan string) error {
	for text := range jobs {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.root+"/bulletins", io.NopCloser(strings.NewReader(text)))
		if err != nil {
			return err
		}
		resp, err := s.hc.Do(req) // miss: IDV106 work that is put back is not recognised as a retry
		if err != nil {
			jobs <- text
			continue
		}
		_ = resp.Body.Close()
	}
	return nil
}

// countdown has no place for a header at all: PostForm sends none.
func countdown(site string, entry url.Values) (err error) {
	for left := 4; left > 0; left-- {
		var resp *http.Response
		if resp, err = http.PostForm(site+"/guestbook", entry); err == nil { // miss: IDV106 a form that the caller hands over may hold an id
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// packageLevel uses the client that the library keeps.
func packageLevel(site string, form url.Values) error {
	resp, err := retryablehttp.PostForm(site+"/complaints", form) // miss: IDV106 a form that the caller hands over may hold an id
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
