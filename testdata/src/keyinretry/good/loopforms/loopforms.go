// Package loopforms writes the retry loop in the less usual ways, with a key that all turns share.
package loopforms

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type order struct{ id string }

type shop interface {
	Place(ctx context.Context, o order, idempotencyKey string) (receipt string, err error)
	TryPlace(ctx context.Context, o order, idempotencyKey string) bool
}

func delays(ctx context.Context, s shop, o order) (string, error) {
	key := uuid.NewString()
	var last error
	for _, d := range []time.Duration{0, time.Second, 5 * time.Second} {
		time.Sleep(d)
		receipt, err := s.Place(ctx, o, key)
		if err == nil {
			return receipt, nil
		}
		last = err
	}
	return "", last
}

func deadline(ctx context.Context, s shop, o order) error {
	key, end := uuid.NewString(), time.Now().Add(30*time.Second)
	for time.Now().Before(end) {
		if _, err := s.Place(ctx, o, key); err != nil {
			slog.Warn("place", "order", o.id, "err", err)
			continue
		}
		return nil
	}
	return context.DeadlineExceeded
}

func whileAlive(ctx context.Context, s shop, o order) error {
	key := uuid.NewString()
	for ctx.Err() == nil {
		_, err := s.Place(ctx, o, key)
		if err == nil {
			return nil
		}
	}
	return ctx.Err()
}

func cases(ctx context.Context, s shop, o order) error {
	key := uuid.NewString()
	for {
		_, err := s.Place(ctx, o, key)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, context.DeadlineExceeded):
			time.Sleep(time.Second)
		default:
			return fmt.Errorf("place %s: %w", o.id, err)
		}
	}
}

func byCode(ctx context.Context, s shop, o order) error {
	key := uuid.NewString()
	for left := 5; ; left-- {
		_, err := s.Place(ctx, o, key)
		switch status.Code(err) {
		case codes.OK:
			return nil
		case codes.Unavailable, codes.DeadlineExceeded:
			if left == 0 {
				return err
			}
		default:
			return err
		}
	}
}

func broken(ctx context.Context, s shop, o order) (string, error) {
	var (
		receipt string
		err     error
		key     = uuid.NewString()
	)
	for try := 0; try <= 3; try++ {
		if receipt, err = s.Place(ctx, o, key); err == nil {
			break
		}
		slog.Info("again", "try", try, "trace", uuid.NewString())
	}
	return receipt, err
}

func paced(ctx context.Context, s shop, o order) error {
	tick := time.NewTicker(3 * time.Second)
	defer tick.Stop()
	key := uuid.NewString()
	for {
		if s.TryPlace(ctx, o, key) {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func negated(ctx context.Context, s shop, o order) {
	key := uuid.NewString()
	for !s.TryPlace(ctx, o, key) {
		time.Sleep(time.Second)
	}
}

// header makes the key in the first part of the loop's header, which runs once.
func header(ctx context.Context, s shop, o order) error {
	for key, try := uuid.NewString(), 0; ; try++ {
		_, err := s.Place(ctx, o, key)
		if err == nil || try == 5 {
			return err
		}
	}
}

func background(ctx context.Context, s shop, o order, done chan<- error) {
	key := uuid.NewString()
	go func() {
		for attempt := 1; ; attempt++ {
			_, err := s.Place(ctx, o, key)
			if err == nil || attempt == 10 {
				done <- err
				return
			}
			time.Sleep(time.Duration(attempt) * time.Second)
		}
	}()
}

func statuses(hc *http.Client, req *http.Request) (*http.Response, error) {
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for range 5 {
		resp, err := hc.Do(req)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable:
			resp.Body.Close()
			time.Sleep(time.Second)
		default:
			return resp, nil
		}
	}
	return nil, errors.New("the shop is busy")
}

// firstFailureEnds goes round only after a success: each turn is new work.
func firstFailureEnds(ctx context.Context, s shop, next func() (order, bool)) error {
	for {
		o, ok := next()
		if !ok {
			return nil
		}
		if _, err := s.Place(ctx, o, uuid.NewString()); err != nil {
			return err
		}
	}
}
