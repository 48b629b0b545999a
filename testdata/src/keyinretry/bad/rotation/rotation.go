// Package rotation takes a new key where the outcome of the attempt before is not known, or takes it under a condition that
// says nothing about that outcome.
package rotation

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"example.com/cases/keyinretry/again"
)

// meter buys energy.
type meter interface {
	TopUp(ctx context.Context, id string, idempotencyKey string) error
}

type config struct {
	sendKeys bool
	keyFor   func() string
}

// onTimeout takes a new key after a timeout, of all errors: the first request may have worked.
func onTimeout(ctx context.Context, m meter, id string) error {
	key := uuid.NewString()
	for {
		err := m.TopUp(ctx, id, key) // want "IDV101: idempotencyKey"
		if !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		key = uuid.NewString()
	}
}

// onUnavailable does the same by the code of gRPC.
func onUnavailable(ctx context.Context, m meter, id string) error {
	key := uuid.NewString()
	var err error
	for range 4 {
		if err = m.TopUp(ctx, id, key); err == nil { // want "IDV101: idempotencyKey"
			return nil
		}
		if status.Code(err) == codes.Unavailable {
			key = uuid.NewString()
		}
		time.Sleep(time.Second)
	}
	return err
}

// optional takes a key if there is none. The variable dies with the attempt, so there never is one.
func optional(ctx context.Context, m meter, id string) error {
	return again.Do(5, func() error {
		var key string
		if key == "" {
			key = uuid.NewString()
		}
		return m.TopUp(ctx, id, key) // want "IDV101: idempotencyKey"
	})
}

// fallback takes the caller's key, or makes one: inside the loop.
func fallback(ctx context.Context, m meter, id, given string) error {
	var err error
	for i := 0; i < 5; i++ {
		key := given
		if key == "" {
			key = "topup-" + uuid.NewString()
		}
		if err = m.TopUp(ctx, id, key); err == nil { // want "IDV101: idempotencyKey"
			return nil
		}
	}
	return err
}

// configured sends keys if the client is told to. Where it is, each attempt has its own.
func configured(hc *http.Client, req *http.Request, cfg config) error {
	return again.Do(5, func() error {
		if cfg.sendKeys && req.Method == http.MethodPost {
			req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
		}
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// afterFirst has a key for the first attempt and makes new ones for the others.
func afterFirst(ctx context.Context, m meter, id, key string) error {
	for attempt := 0; ; attempt++ {
		if attempt > 0 {
			key = uuid.NewString()
		}
		err := m.TopUp(ctx, id, key) // want "IDV101: idempotencyKey"
		if err == nil || attempt == 3 {
			return err
		}
	}
}
