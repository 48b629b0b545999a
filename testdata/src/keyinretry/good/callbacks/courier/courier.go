// Package courier delivers parcels. It calls its user back once before the first attempt, and in each.
package courier

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Preparer completes a request before its first attempt.
type Preparer interface {
	Prepare(req *http.Request) error
}

// Courier sends requests, each several times if need be.
type Courier struct {
	hc        *http.Client
	onAttempt func(*http.Request)
	prepare   Preparer
	tries     int
}

// New returns a courier that calls prepare once for each request.
func New(hc *http.Client, prepare Preparer) *Courier {
	return &Courier{hc: hc, prepare: prepare, tries: 3}
}

// OnAttempt sets a function that is called before each attempt.
func (c *Courier) OnAttempt(f func(*http.Request)) *Courier {
	c.onAttempt = f
	return c
}

// Deliver sends req.
func (c *Courier) Deliver(ctx context.Context, req *http.Request) error {
	req = req.WithContext(ctx)
	if c.prepare != nil {
		if err := c.prepare.Prepare(req); err != nil {
			return err
		}
	}
	var errs []error
	for len(errs) < c.tries {
		err := c.attempt(req)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		time.Sleep(time.Second)
	}
	return errors.Join(errs...)
}

func (c *Courier) attempt(req *http.Request) error {
	if c.onAttempt != nil {
		c.onAttempt(req)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
