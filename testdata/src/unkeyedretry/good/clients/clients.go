// Package clients sends through clients that repeat by themselves, and either has a key or has the retries off for POST.
package clients

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/parnurzeal/gorequest"
	resty3 "resty.dev/v3"
)

type visit struct {
	Badge string `json:"badge"`
	Guest string `json:"guest"`
	Host  string `json:"host"`
}

type desk struct{ rest *resty.Client }

func newDesk(root string) *desk {
	c := resty.New().SetBaseURL(root).SetTimeout(5 * time.Second)
	c.SetRetryCount(3)
	return &desk{rest: c}
}

func (d *desk) announce(ctx context.Context, v visit) error {
	resp, err := d.rest.R().
		SetContext(ctx).
		SetHeaders(map[string]string{"Accept": "application/json", "Idempotency-Key": v.Badge}).
		SetBody(v).
		Post("/visits")
	if err != nil {
		return err
	}
	if resp.IsError() {
		return fmt.Errorf("announce: %s", resp.Status())
	}
	return nil
}

// execute names a method that may be repeated.
func (d *desk) execute(ctx context.Context, v visit) error {
	r := d.rest.R().SetContext(ctx)
	r.SetBody(v)
	_, err := r.Execute(http.MethodPut, "/desk/queue/"+v.Badge)
	return err
}

// external sends the id in a map.
func (d *desk) external(ctx context.Context, v visit) error {
	_, err := d.rest.R().SetContext(ctx).SetBody(map[string]any{"externalId": v.Badge, "guest": v.Guest}).Post("/lockers")
	return err
}

// allowed leaves POST as it is in version 3: sent once.
func allowed(ctx context.Context, root string, v visit) error {
	c := resty3.New().SetBaseURL(root).SetRetryCount(2)
	defer c.Close()
	_, err := c.R().SetContext(ctx).SetBody(v.Guest).Post("/badges")
	return err
}

// badGateway has the key set on the request.
func badGateway(root string, v visit) error {
	_, _, errs := gorequest.New().Post(root+"/parking").Set("Idempotency-Key", v.Badge).Send(v.Guest).Retry(3, 2*time.Second, http.StatusBadGateway).End()
	return errors.Join(errs...)
}

// off has switched the retries off.
func off(ctx context.Context, site string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 0
	r, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, site+"/tours", []byte(`{"language":"nl"}`))
	if err != nil {
		return err
	}
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// never has a policy that repeats nothing.
func never(site string) error {
	c := retryablehttp.NewClient()
	c.CheckRetry = func(context.Context, *http.Response, error) (bool, error) { return false, nil }
	resp, err := c.Post(site+"/complaints", "text/plain", strings.NewReader("too loud"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// split keeps two clients: one repeats and reads, the other writes.
type split struct {
	reads  *http.Client
	writes *http.Client
}

func newSplit() *split {
	c := retryablehttp.NewClient()
	c.RetryMax = 8
	return &split{reads: c.StandardClient(), writes: &http.Client{Timeout: time.Minute}}
}

func (s *split) reserve(site, room string) error {
	free, err := s.reads.Get(site + "/rooms/" + room)
	if err != nil {
		return err
	}
	_ = free.Body.Close()
	resp, err := s.writes.Post(site+"/reservations", "text/plain", strings.NewReader(room))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// plain has a client of resty on which nobody has set a count.
func plain(ctx context.Context, root string, v visit) error {
	_, err := resty3.New().SetBaseURL(root).R().SetContext(ctx).SetBody(v.Host).Patch("/hosts")
	return err
}
