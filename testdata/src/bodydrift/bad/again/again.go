// Package again makes a key before its retry, as it should, and the rest of the request inside.
package again

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
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

// cook tells the service which attempt it is.
func cook(ctx context.Context, c *ecs.Client, definition string) (err error) {
	token := uuid.NewString()
	for attempt := range 5 {
		in := &ecs.RunTaskInput{TaskDefinition: &definition, ClientToken: &token}
		in.StartedBy = aws.String(fmt.Sprintf("kitchen-%d", attempt)) // want "IDV110: StartedBy.*ClientToken"
		if _, err = c.RunTask(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type bill struct {
	IdempotencyKey string
	Table          int
	Printed        int64
}

// pay: a closure stamps the struct that was made outside.
func pay(table int, send func(bill) error) error {
	b := bill{IdempotencyKey: uuid.NewString(), Table: table}
	return retry.Do(func() error {
		b.Printed = time.Now().UnixMilli() // want "IDV110: Printed.*IdempotencyKey"
		return send(b)
	}, retry.Attempts(3))
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
