// Package retrylibs mints inside what the retry libraries repeat, through their less usual doors.
package retrylibs

import (
	"context"
	"errors"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

// hotel takes bookings.
type hotel interface {
	Book(ctx context.Context, room int, idempotencyKey string) (string, error)
}

func notify(ctx context.Context, h hotel) error {
	return backoff.RetryNotify(func() error {
		_, err := h.Book(ctx, 12, uuid.NewString()) // want "IDV101: idempotencyKey"
		return err
	}, backoff.NewExponentialBackOff(), func(error, time.Duration) {})
}

func withData(ctx context.Context, h hotel) (string, error) {
	return backoff.RetryWithData(func() (string, error) {
		return h.Book(ctx, 12, uuid.NewString()) // want "IDV101: idempotencyKey"
	}, backoff.NewConstantBackOff(time.Second))
}

// someFinal marks some failures as final. The others are repeated, timeouts among them.
func someFinal(ctx context.Context, h hotel) error {
	return backoff.Retry(func() error {
		_, err := h.Book(ctx, 12, uuid.NewString()) // want "IDV101: idempotencyKey"
		if errors.Is(err, errNoRoom) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

var errNoRoom = errors.New("no room is free")

// ticker ranges over the ticks of a back-off policy: every tick is an attempt.
func ticker(ctx context.Context, h hotel) (err error) {
	t := backoff.NewTicker(backoff.NewExponentialBackOff())
	defer t.Stop()
	for range t.C {
		if _, err = h.Book(ctx, 12, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
			continue
		}
		return nil
	}
	return err
}

// booker gives its method to version 5.
type booker struct {
	h    hotel
	room int
}

func (b *booker) book() (string, error) {
	return b.h.Book(context.Background(), b.room, uuid.NewString()) // want "IDV101: idempotencyKey"
}

func version5(ctx context.Context, b *booker) (string, error) {
	return backoff5.Retry(ctx, b.book, backoff5.WithMaxTries(5), backoff5.WithMaxElapsedTime(time.Minute))
}

func avastData(ctx context.Context, h hotel) (string, error) {
	return avast.DoWithData(func() (string, error) {
		return h.Book(ctx, 12, uuid.NewString()) // want "IDV101: idempotencyKey"
	}, avast.Attempts(5), avast.Context(ctx), avast.RetryIf(func(err error) bool { return !errors.Is(err, context.Canceled) }))
}

func exponential(ctx context.Context, h hotel) error {
	return retry.Exponential(ctx, time.Second, func(ctx context.Context) error {
		if _, err := h.Book(ctx, 12, uuid.NewString()); err != nil { // want "IDV101: idempotencyKey"
			return retry.RetryableError(err)
		}
		return nil
	})
}

func doValue(ctx context.Context, h hotel) (string, error) {
	policy := retry.WithMaxRetries(4, retry.NewConstant(time.Second))
	return retry.DoValue(ctx, policy, func(ctx context.Context) (string, error) {
		no, err := h.Book(ctx, 12, uuid.NewString()) // want "IDV101: idempotencyKey"
		if errors.Is(err, context.DeadlineExceeded) {
			return "", retry.RetryableError(err)
		}
		return no, err
	})
}

// exponentialWait swallows the error, so that the condition is asked again.
func exponentialWait(ctx context.Context, h hotel) error {
	var last error
	err := wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: time.Second, Steps: 5}, func(ctx context.Context) (bool, error) {
		_, last = h.Book(ctx, 12, uuid.NewString()) // want "IDV101: idempotencyKey"
		return last == nil, nil
	})
	return errors.Join(err, last)
}
