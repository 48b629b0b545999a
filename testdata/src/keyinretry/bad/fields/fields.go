// Package fields passes the key through structs that are made, or copied, in every attempt.
package fields

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
)

var errNoShip = errors.New("no shipment was made")

// shipment makes its key when it is asked for the first time. The receiver is a copy, so every time is the first.
type shipment struct {
	order string
	key   string
}

func (s shipment) idempotency() string {
	if s.key == "" {
		s.key = uuid.NewString()
	}
	return s.key
}

func lazyOnCopy(c *http.Client, req *http.Request, s shipment) error {
	for range 3 {
		req.Header.Set("Idempotency-Key", s.idempotency()) // want "IDV101: Idempotency-Key"
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errNoShip
}

// parcel is what the carrier takes.
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
	return parcel{
		meta:   meta{idempotencyKey: uuid.NewString(), at: time.Now()}, // want "IDV101: idempotencyKey"
		weight: weight,
	}
}

// constructor calls a constructor that fills in a key, in every attempt.
func constructor(ctx context.Context, c carrier) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = c.ship(ctx, newParcel(1200)); err == nil {
			return nil
		}
	}
	return err
}

// copied takes a copy of a template and completes it in every attempt.
func copied(ctx context.Context, c carrier, template parcel) error {
	for {
		p := template
		p.meta.idempotencyKey = uuid.NewString() // want "IDV101: idempotencyKey"
		err := c.ship(ctx, p)
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
}

// session embeds the state of an attempt and begins a new one in each.
type session struct {
	state
	hc *http.Client
}

type state struct{ token string }

func (s *session) begin() { s.state = state{token: "s-" + uuid.NewString()} }

func (s *session) label(ctx context.Context, url string) error {
	var last error
	for attempt := 1; attempt <= 3; attempt++ {
		s.begin()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", s.token) // want "IDV101: Idempotency-Key"
		resp, err := s.hc.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		last = err
	}
	return last
}
