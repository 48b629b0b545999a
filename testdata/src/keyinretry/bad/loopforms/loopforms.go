// Package loopforms writes the retry loop in the less usual ways. Each turn sends the same order under a new key.
package loopforms

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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

// delays ranges over pauses, not over work.
func delays(ctx context.Context, s shop, o order) (string, error) {
	var last error
	for _, d := range []time.Duration{0, time.Second, 5 * time.Second} {
		time.Sleep(d)
		receipt, err := s.Place(ctx, o, uuid.NewString()) // want "IDV101: idempotencyKey"
		if err == nil {
			return receipt, nil
		}
		last = err
	}
	return "", last
}

// deadline tries until a point in time.
func deadline(ctx context.Context, s shop, o order) error {
	end := time.Now().Add(30 * time.Second)
	for time.Now().Before(end) {
		if _, err := s.Place(ctx, o, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
			slog.Warn("place", "order", o.id, "err", err)
			continue
		}
		return nil
	}
	return context.DeadlineExceeded
}

// whileAlive tries as long as the context lives.
func whileAlive(ctx context.Context, s shop, o order) error {
	for ctx.Err() == nil {
		_, err := s.Place(ctx, o, uuid.NewString()) // want "IDV101: idempotencyKey"
		if err == nil {
			return nil
		}
	}
	return ctx.Err()
}

// cases decides in a switch without a value.
func cases(ctx context.Context, s shop, o order) error {
	for {
		_, err := s.Place(ctx, o, uuid.NewString()) // want "IDV101: idempotencyKey"
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

// byCode goes on for some codes of gRPC.
func byCode(ctx context.Context, s shop, o order) error {
	for left := 5; ; left-- {
		_, err := s.Place(ctx, o, uuid.NewString()) // want "IDV101: idempotencyKey"
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

// broken leaves by break and looks at the result behind the loop.
func broken(ctx context.Context, s shop, o order) (string, error) {
	var (
		receipt string
		err     error
	)
	for try := 0; try <= 3; try++ {
		if receipt, err = s.Place(ctx, o, uuid.NewString()); err == nil { // want "IDV101: idempotencyKey"
			break
		}
		slog.Info("again", "try", try)
	}
	if err != nil {
		return "", fmt.Errorf("gave up: %w", err)
	}
	return receipt, nil
}

// collected keeps all errors and goes on.
func collected(ctx context.Context, s shop, o order) error {
	var errs []error
	for len(errs) < 3 {
		if _, err := s.Place(ctx, o, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
			errs = append(errs, err)
		} else {
			return nil
		}
	}
	return errors.Join(errs...)
}

// paced waits for a tick between attempts; a success ends it.
func paced(ctx context.Context, s shop, o order) error {
	tick := time.NewTicker(3 * time.Second)
	defer tick.Stop()
	for {
		if s.TryPlace(ctx, o, uuid.NewString()) { // want "IDV101: idempotencyKey"
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// negated loops on the answer itself.
func negated(ctx context.Context, s shop, o order) {
	for !s.TryPlace(ctx, o, uuid.NewString()) { // want "IDV101: idempotencyKey"
		time.Sleep(time.Second)
	}
}

// post makes the key in the last part of the loop's header.
func post(ctx context.Context, s shop, o order) error {
	for key := uuid.NewString(); ; key = uuid.NewString() {
		_, err := s.Place(ctx, o, key) // want "IDV101: idempotencyKey"
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
	}
}

// background retries in a goroutine of its own.
func background(ctx context.Context, s shop, o order, done chan<- error) {
	go func() {
		for attempt := 1; ; attempt++ {
			_, err := s.Place(ctx, o, uuid.NewString()) // want "IDV101: idempotencyKey"
			if err == nil || attempt == 10 {
				done <- err
				return
			}
			time.Sleep(time.Duration(attempt) * time.Second)
		}
	}()
}
