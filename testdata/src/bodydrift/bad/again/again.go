// Package again makes a key before its retry, as it should, and the rest of the request inside.
package again

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
	"github.com/segmentio/ksuid"
)

// order: the body of each attempt has another number.
func order(ctx context.Context, hc *http.Client, target, dish string) error {
	key := uuid.NewString()
	return backoff.Retry(func() error {
		body := strings.NewReader(fmt.Sprintf(`{"dish":%q,"ticket":%q}`, dish, ksuid.New()))
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, body) // want "IDV110: .*Idempotency-Key"
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

type kitchen interface {
	Send(ctx context.Context, ticket []byte, idempotencyKey string) error
}

// ticket: a helper retries; body and key are arguments of one call.
func ticket(ctx context.Context, k kitchen, dish, key string) error {
	return persist(4, func() error {
		raw, err := json.Marshal(map[string]any{"dish": dish, "at": time.Now()})
		if err != nil {
			return err
		}
		return k.Send(ctx, raw, key) // want "IDV110: .*idempotencyKey"
	})
}

func persist(times int, do func() error) (err error) {
	for range times {
		if err = do(); err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}
