// Package stored takes the key from where it was kept before the first attempt: a parameter, a context, a row, a request, a
// file. Helpers that could make one are asked once.
package stored

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
)

// meals orders meals.
type meals interface {
	Order(ctx context.Context, dish, idempotencyKey string) error
}

func parameter(ctx context.Context, m meals, dish, key string) error {
	return backoff.Retry(func() error { return m.Order(ctx, dish, key) }, backoff.NewExponentialBackOff())
}

type keyInContext struct{}

// withKey puts a key into a context, if it has none.
func withKey(ctx context.Context) context.Context {
	if _, ok := ctx.Value(keyInContext{}).(string); ok {
		return ctx
	}
	return context.WithValue(ctx, keyInContext{}, uuid.NewString())
}

func inContext(ctx context.Context, m meals, dish string) error {
	ctx = withKey(ctx)
	return backoff.Retry(func() error {
		key, ok := ctx.Value(keyInContext{}).(string)
		if !ok {
			return backoff.Permanent(errors.New("no key in the context"))
		}
		return m.Order(ctx, dish, key)
	}, backoff.NewExponentialBackOff())
}

// row reads in every attempt what was stored with the order.
func row(ctx context.Context, db *sql.DB, m meals, id int64) error {
	return backoff.Retry(func() error {
		var dish, key string
		err := db.QueryRowContext(ctx, `SELECT dish, request_key FROM meal_orders WHERE id = $1`, id).Scan(&dish, &key)
		if err != nil {
			return fmt.Errorf("order %d: %w", id, err)
		}
		return m.Order(ctx, dish, key)
	}, backoff.NewExponentialBackOff())
}

// created stores the order with its key first, and then sends it until it is taken.
func created(ctx context.Context, db *sql.DB, m meals, dish string) error {
	key := uuid.NewString()
	if _, err := db.ExecContext(ctx, `INSERT INTO meal_orders (dish, request_key) VALUES ($1, $2)`, dish, key); err != nil {
		return err
	}
	for {
		err := m.Order(ctx, dish, key)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

// forwarded passes the client's key on.
func forwarded(m meals) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "an Idempotency-Key is required", http.StatusBadRequest)
			return
		}
		err := backoff.Retry(func() error {
			return m.Order(r.Context(), r.PathValue("dish"), r.PathValue("dish")+":"+key)
		}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
		if err != nil {
			http.Error(w, "the kitchen does not answer", http.StatusBadGateway)
		}
	}
}

// file reads the key from a file in every attempt.
func file(ctx context.Context, m meals, path string) error {
	return backoff.Retry(func() error {
		raw, err := os.ReadFile(path)
		if err != nil {
			return backoff.Permanent(err)
		}
		return m.Order(ctx, "soup", strings.TrimSpace(string(raw)))
	}, backoff.NewExponentialBackOff())
}

// table hands one key out: it was drawn before.
func table(ctx context.Context, m meals, dishes []string) error {
	keys := make(map[string]string, len(dishes))
	for _, d := range dishes {
		keys[d] = uuid.NewString()
	}
	for _, d := range dishes {
		if err := backoff.Retry(func() error { return m.Order(ctx, d, keys[d]) }, backoff.NewExponentialBackOff()); err != nil {
			return err
		}
	}
	return nil
}

// kitchen has one key for its whole life, made by its constructor.
type kitchen struct {
	m       meals
	session string
}

func newKitchen(m meals) *kitchen { return &kitchen{m: m, session: uuid.NewString()} }

func (k *kitchen) order(ctx context.Context, number, dish string) error {
	var err error
	for range 3 {
		if err = k.m.Order(ctx, dish, k.session+"/"+number); err == nil {
			return nil
		}
	}
	return err
}
