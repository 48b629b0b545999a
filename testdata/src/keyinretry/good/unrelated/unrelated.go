// Package unrelated draws random values inside of retries for other ends: jitter, names, choices, tokens that are local.
package unrelated

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
)

type tolls interface {
	Pay(ctx context.Context, plate, idempotencyKey string) error
}

var errTaken = errors.New("the code is taken")

// jitter waits for a random time between attempts.
func jitter(ctx context.Context, t tolls, plate, key string) error {
	wait := 100 * time.Millisecond
	for {
		err := t.Pay(ctx, plate, key)
		if err == nil || ctx.Err() != nil {
			return err
		}
		wait = min(2*wait, 10*time.Second)
		time.Sleep(wait/2 + mrand.N(wait/2) + time.Duration(time.Now().UnixNano()%7))
	}
}

// host picks a host for each attempt; the request and its key stay.
func host(hc *http.Client, req *http.Request, hosts []string, key string) error {
	return backoff.Retry(func() error {
		out := req.Clone(req.Context())
		out.URL.Host = hosts[mrand.IntN(len(hosts))]
		out.Header.Set("Idempotency-Key", key)
		resp, err := hc.Do(out)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}

// uniqueCode draws a code for a voucher until one is free: an insert that fails because of the code has done nothing.
func uniqueCode(ctx context.Context, db *sql.DB) (string, error) {
	for range 10 {
		var raw [4]byte
		_, _ = rand.Read(raw[:])
		code := hex.EncodeToString(raw[:])
		_, err := db.ExecContext(ctx, `INSERT INTO vouchers (code) VALUES ($1)`, code)
		if err == nil {
			return code, nil
		}
		if !isUniqueViolation(err) {
			return "", fmt.Errorf("voucher: %w", err)
		}
	}
	return "", errTaken
}

func isUniqueViolation(err error) bool {
	var e interface{ SQLState() string }
	return errors.As(err, &e) && e.SQLState() == "23505"
}

// tempFile looks for a name that no file has.
func tempFile(dir string) (*os.File, error) {
	for {
		f, err := os.OpenFile(filepath.Join(dir, uuid.NewString()), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		return f, err
	}
}

// login repeats what gets a token. The token is no key: it says who sends, not what.
func login(ctx context.Context, issue func(context.Context, string) (string, error)) (string, error) {
	var token string
	err := backoff.Retry(func() error {
		nonce := rand.Text()
		var err error
		token, err = issue(ctx, nonce)
		return err
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	return token, err
}

// boundary gives the parts of a form a separator, and a file a name, in each attempt.
func boundary(ctx context.Context, t tolls, plate, key string) error {
	return backoff.Retry(func() error {
		marker := "----" + rand.Text()
		if err := os.WriteFile(filepath.Join(os.TempDir(), "toll-"+uuid.NewString()), []byte(marker), 0o600); err != nil {
			return err
		}
		return t.Pay(ctx, plate, key)
	}, backoff.NewExponentialBackOff())
}

// replayed lets an operator send a payment again on purpose, as a new one. There is no loop.
func replayed(ctx context.Context, t tolls, plate string) error {
	if err := t.Pay(ctx, plate, uuid.NewString()); err != nil {
		return fmt.Errorf("pay again for %s: %w", plate, err)
	}
	return nil
}

// readKey names a cache entry; reading it again under another one does no harm, and it is named differently.
func readKey(read func(cacheKey string) ([]byte, error)) ([]byte, error) {
	return backoff.RetryWithData(func() ([]byte, error) {
		return read("probe-" + uuid.NewString())
	}, backoff.NewExponentialBackOff())
}
