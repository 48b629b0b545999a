// Package clients sends through clients that repeat by themselves, POST included.
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

// visit is what a visitor leaves at the desk.
type visit struct {
	Guest string `json:"guest"`
	Host  string `json:"host"`
}

// desk keeps the client with retries in a field.
type desk struct{ rest *resty.Client }

func newDesk(root string) *desk {
	c := resty.New().SetBaseURL(root).SetTimeout(5 * time.Second)
	c.SetRetryCount(3)
	return &desk{rest: c}
}

func (d *desk) announce(ctx context.Context, v visit) error {
	resp, err := d.rest.R().SetContext(ctx).SetBody(v).Post("/visits") // want "IDV106: POST"
	if err != nil {
		return err
	}
	if resp.IsError() {
		return fmt.Errorf("announce: %s", resp.Status())
	}
	return nil
}

// execute names the method as an argument.
func (d *desk) execute(ctx context.Context, v visit) error {
	r := d.rest.R().SetContext(ctx)
	r.SetBody(v)
	_, err := r.Execute(http.MethodPatch, "/desk/queue") // want "IDV106: PATCH"
	return err
}

// badGateway is repeated on a status that says nothing about what happened behind the gateway.
func badGateway(root string, v visit) error {
	_, _, errs := gorequest.New().Post(root+"/parking").Send(v).Retry(3, 2*time.Second, http.StatusBadGateway).End() // want "IDV106: POST"
	return errors.Join(errs...)
}

// byDefault repeats four times without being told.
func byDefault(ctx context.Context, site string) error {
	c := retryablehttp.NewClient()
	c.Logger = nil
	r, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, site+"/tours", []byte(`{"language":"nl"}`))
	if err != nil {
		return err
	}
	resp, err := c.Do(r) // want "IDV106: POST"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// disguised is given a client of net/http, with the retries behind its transport.
type disguised struct{ hc *http.Client }

func newDisguised() *disguised {
	c := retryablehttp.NewClient()
	c.RetryMax = 8
	return &disguised{hc: c.StandardClient()}
}

func (d *disguised) reserve(site, room string) error {
	resp, err := d.hc.Post(site+"/reservations", "text/plain", strings.NewReader(room)) // want "IDV106: POST"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// allowed had to say that it wants POST repeated: version 3 does not by default.
func allowed(ctx context.Context, root, guest string) error {
	c := resty3.New().SetBaseURL(root).SetRetryCount(2).SetRetryAllowNonIdempotent(true)
	defer c.Close()
	_, err := c.R().SetContext(ctx).SetBody(map[string]string{"guest": guest}).Post("/badges") // want "IDV106: POST"
	return err
}
