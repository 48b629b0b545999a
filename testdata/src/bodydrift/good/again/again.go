// Package again makes key and body before its retry.
package again

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
	"github.com/segmentio/ksuid"
)

// order: the number is made where the key is made.
func order(ctx context.Context, hc *http.Client, target, dish string) error {
	key := uuid.NewString()
	body := fmt.Sprintf(`{"dish":%q,"ticket":%q}`, dish, ksuid.New())
	return backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(body))
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", key)
		req.Header.Set("X-Sent-At", time.Now().Format(time.RFC3339))
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

// cook tells the log which attempt it is.
func cook(ctx context.Context, c *ecs.Client, definition string) (err error) {
	token := uuid.NewString()
	in := &ecs.RunTaskInput{TaskDefinition: &definition, ClientToken: &token}
	for attempt := range 5 {
		if _, err = c.RunTask(ctx, in); err == nil {
			return nil
		}
		slog.WarnContext(ctx, "cook", "attempt", attempt, "error", err)
		time.Sleep(time.Second)
	}
	return err
}

type bill struct {
	IdempotencyKey string
	Table          int
	Printed        int64
}

// pay: the stamp is a part of the struct that was made outside.
func pay(table int, send func(bill) error) error {
	b := bill{IdempotencyKey: uuid.NewString(), Table: table, Printed: time.Now().UnixMilli()}
	return retry.Do(func() error { return send(b) }, retry.Attempts(3))
}

type kitchen interface {
	Send(ctx context.Context, ticket []byte, idempotencyKey string) error
}

func ticket(ctx context.Context, k kitchen, dish, key string, at time.Time) error {
	return persist(4, func() error {
		raw, err := json.Marshal(map[string]any{"dish": dish, "at": at})
		if err != nil {
			return err
		}
		return k.Send(ctx, raw, key)
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
