// Package fields passes the key through structs that outlive the attempts.
package fields

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
)

var errNoShip = errors.New("no shipment was made")

// shipment makes its key when it is asked for the first time, and keeps it.
type shipment struct {
	order string
	key   string
}

func (s *shipment) idempotency() string {
	if s.key == "" {
		s.key = uuid.NewString()
	}
	return s.key
}

func lazy(c *http.Client, req *http.Request, s *shipment) error {
	for range 3 {
		req.Header.Set("Idempotency-Key", s.idempotency())
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errNoShip
}

// lazyLocal has the shipment in a variable of its own, outside of the loop.
func lazyLocal(c *http.Client, req *http.Request, order string) error {
	s := shipment{order: order}
	for range 3 {
		req.Header.Set("Idempotency-Key", s.idempotency())
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errNoShip
}

type parcel struct {
	meta   meta
	weight int
}

type meta struct {
	idempotencyKey string
	at             time.Time
}

type carrier interface {
	ship(ctx context.Context, p parcel) error
}

func newParcel(weight int) parcel {
	return parcel{meta: meta{idempotencyKey: uuid.NewString(), at: time.Now()}, weight: weight}
}

// constructor makes the parcel, and with it the key, before the loop.
func constructor(ctx context.Context, c carrier) error {
	p := newParcel(1200)
	var err error
	for i := 0; i < 3; i++ {
		if err = c.ship(ctx, p); err == nil {
			return nil
		}
	}
	return err
}

// copied completes the template first; the copies that the attempts send share the key.
func copied(ctx context.Context, c carrier, template parcel) error {
	template.meta.idempotencyKey = uuid.NewString()
	for {
		p := template
		err := c.ship(ctx, p)
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
}

type session struct {
	state
	hc *http.Client
}

type state struct{ token string }

func (s *session) begin() { s.state = state{token: "s-" + uuid.NewString()} }

// label begins once.
func (s *session) label(ctx context.Context, url string) error {
	s.begin()
	var last error
	for attempt := 1; attempt <= 3; attempt++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", s.token)
		resp, err := s.hc.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		last = err
	}
	return last
}
