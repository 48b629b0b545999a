// Package rotation takes a new key after the receiver has said that nothing was done, or will be, under the old one; and
// makes a key under conditions that hold once.
package rotation

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v84"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"example.com/cases/keyinretry/again"
)

var errKeyReused = errors.New("the key was used for another request")

type meter interface {
	TopUp(ctx context.Context, id string, idempotencyKey string) error
	Claim(ctx context.Context, idempotencyKey string) (free bool, err error)
}

// apiError is what the meter's service answers.
type apiError struct{ Code string }

func (e *apiError) Error() string { return e.Code }

// byField looks at the code in the error.
func byField(ctx context.Context, m meter, id string) error {
	key := uuid.NewString()
	for {
		err := m.TopUp(ctx, id, key)
		var api *apiError
		if !errors.As(err, &api) {
			return err
		}
		switch api.Code {
		case "key_reused", "key_expired":
			key = uuid.NewString()
		case "busy":
		default:
			return err
		}
	}
}

// byStatus looks at the code of gRPC: each of the two means that nothing was done.
func byStatus(ctx context.Context, m meter, id string) error {
	key := uuid.NewString()
	var err error
	for range 4 {
		if err = m.TopUp(ctx, id, key); err == nil {
			return nil
		}
		if c := status.Code(err); c == codes.FailedPrecondition || c == codes.InvalidArgument {
			key = uuid.NewString()
		}
	}
	return err
}

// byAnswer looks at the status of HTTP: 422 says that the key was used for something else, 409 that the first request is
// still being worked on, so the key stays.
func byAnswer(hc *http.Client, req *http.Request) (*http.Response, error) {
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for {
		resp, err := hc.Do(req)
		if err != nil {
			continue
		}
		switch resp.StatusCode {
		case http.StatusUnprocessableEntity:
			req.Header.Set("Idempotency-Key", uuid.NewString())
		case http.StatusConflict, http.StatusServiceUnavailable:
		default:
			return resp, nil
		}
		resp.Body.Close()
	}
}

// byStripe takes a new key when Stripe says that the old one belongs to another request.
func byStripe(ctx context.Context, c *stripe.Client, cents int64) error {
	params := &stripe.PaymentIntentCreateParams{Amount: &cents}
	params.SetIdempotencyKey(uuid.NewString())
	for {
		_, err := c.V1PaymentIntents.Create(ctx, params)
		var api *stripe.Error
		if errors.As(err, &api) && api.Type == stripe.ErrorTypeIdempotency {
			params.SetIdempotencyKey(uuid.NewString())
			continue
		}
		return err
	}
}

// bySentinel stands in a closure.
func bySentinel(ctx context.Context, m meter, id string) error {
	key := uuid.NewString()
	return again.Do(3, func() error {
		err := m.TopUp(ctx, id, key)
		if errors.Is(err, errKeyReused) {
			key = uuid.NewString()
		}
		return err
	})
}

// fallback makes the missing key before the loop.
func fallback(ctx context.Context, m meter, id, given string) error {
	key := given
	if key == "" {
		key = "topup-" + uuid.NewString()
	}
	var err error
	for i := 0; i < 5; i++ {
		if err = m.TopUp(ctx, id, key); err == nil {
			return nil
		}
	}
	return err
}

// onFirst makes the key in the first attempt and keeps it.
func onFirst(ctx context.Context, m meter, id string) error {
	var key string
	for attempt := 0; ; attempt++ {
		if attempt == 0 {
			key = uuid.NewString()
		}
		err := m.TopUp(ctx, id, key)
		if err == nil || attempt == 3 {
			return err
		}
	}
}

// onceValue makes the key when it is asked for first, and never again.
func onceValue(ctx context.Context, m meter, id string) error {
	key := sync.OnceValue(uuid.NewString)
	return again.Do(3, func() error { return m.TopUp(ctx, id, key()) })
}

// lazily is the same with a sync.Once.
func lazily(ctx context.Context, m meter, id string) error {
	var (
		once sync.Once
		key  string
	)
	return again.Do(3, func() error {
		once.Do(func() { key = uuid.NewString() })
		return m.TopUp(ctx, id, key)
	})
}

// unclaimed looks for a key that nobody has: an error ends it, and a key that is taken was refused for good.
func unclaimed(ctx context.Context, m meter) (string, error) {
	for {
		key := uuid.NewString()
		free, err := m.Claim(ctx, key)
		if err != nil {
			return "", err
		}
		if free {
			return key, nil
		}
	}
}
