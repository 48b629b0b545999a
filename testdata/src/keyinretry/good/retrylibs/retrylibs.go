// Package retrylibs mints before what the retry libraries repeat, or gives them what they will not repeat.
package retrylibs

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

type hotel interface {
	Book(ctx context.Context, room int, idempotencyKey string) (string, error)
	Find(ctx context.Context, key string) (string, error)
}

// notify tells about each failure under a new id; the booking keeps its key.
func notify(ctx context.Context, h hotel, tell func(id string, err error)) error {
	key := uuid.NewString()
	return backoff.RetryNotify(func() error {
		_, err := h.Book(ctx, 12, key)
		return err
	}, backoff.NewExponentialBackOff(), func(err error, _ time.Duration) { tell(uuid.NewString(), err) })
}

func withData(ctx context.Context, h hotel) (string, error) {
	key := uuid.NewString()
	return backoff.RetryWithData(func() (string, error) {
		return h.Book(ctx, 12, key)
	}, backoff.NewConstantBackOff(time.Second))
}

func ticker(ctx context.Context, h hotel) (err error) {
	key := uuid.NewString()
	t := backoff.NewTicker(backoff.NewExponentialBackOff())
	defer t.Stop()
	for range t.C {
		if _, err = h.Book(ctx, 12, key); err != nil {
			continue
		}
		return nil
	}
	return err
}

// booker has its key from the start.
type booker struct {
	h    hotel
	room int
	key  string
}

func newBooker(h hotel, room int) *booker { return &booker{h: h, room: room, key: uuid.NewString()} }

func (b *booker) book() (string, error) { return b.h.Book(context.Background(), b.room, b.key) }

func version5(ctx context.Context, h hotel) (string, error) {
	return backoff5.Retry(ctx, newBooker(h, 12).book, backoff5.WithMaxTries(5))
}

// plainError is not repeated: the library repeats only errors that are marked.
func plainError(ctx context.Context, h hotel) error {
	return retry.Exponential(ctx, time.Second, func(ctx context.Context) error {
		_, err := h.Book(ctx, 12, uuid.NewString())
		return err
	})
}

// permanent is not repeated: every failure is marked as final.
func permanent(ctx context.Context, h hotel) error {
	return backoff.Retry(func() error {
		if _, err := h.Book(ctx, 12, uuid.NewString()); err != nil {
			return backoff.Permanent(err)
		}
		return nil
	}, backoff.NewExponentialBackOff())
}

// found repeats only the search; when it has found nothing, the room is booked, once.
func found(ctx context.Context, h hotel, key string) (string, error) {
	no, err := backoff.RetryWithData(func() (string, error) {
		return h.Find(ctx, key)
	}, backoff.NewExponentialBackOff())
	if err == nil {
		return no, nil
	}
	return h.Book(ctx, 12, uuid.NewString())
}

func exponentialWait(ctx context.Context, h hotel) error {
	key := uuid.NewString()
	var last error
	err := wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: time.Second, Steps: 5}, func(ctx context.Context) (bool, error) {
		_, last = h.Book(ctx, 12, key)
		return last == nil, nil
	})
	return errors.Join(err, last)
}
