// Package observed gives each attempt ids and clocks that only logs, traces and signatures look at. The key stays.
package observed

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
	"google.golang.org/grpc/metadata"
)

// claims files insurance claims.
type claims struct {
	hc     *http.Client
	url    string
	secret []byte
}

// file signs each attempt anew: a signature has to be younger than five minutes.
func (c *claims) file(ctx context.Context, number string, body []byte) error {
	return backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", number)
		c.sign(req, body)
		observe(req)
		resp, err := c.hc.Do(req)
		if err != nil {
			return fmt.Errorf("file claim %s: %w", number, err)
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}

func (c *claims) sign(req *http.Request, body []byte) {
	at, nonce := strconv.FormatInt(time.Now().Unix(), 10), rand.Text()
	mac := hmac.New(sha256.New, c.secret)
	fmt.Fprintf(mac, "%s\n%s\n%s", at, nonce, body)
	req.Header.Set("X-Timestamp", at)
	req.Header.Set("X-Nonce", nonce)
	req.Header.Set("Authorization", "HMAC "+hex.EncodeToString(mac.Sum(nil)))
	req.Header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
}

func observe(req *http.Request) {
	var span [8]byte
	_, _ = rand.Read(span[:])
	trace := hex.EncodeToString(span[:])
	req.Header.Set("traceparent", fmt.Sprintf("00-%032x-%s-01", 7, trace))
	req.Header.Set("X-B3-SpanId", trace)
	req.Header.Set("X-Request-ID", uuid.NewString())
	req.Header.Set("X-Correlation-ID", uuid.NewString())
	req.Header.Set("X-Amzn-Trace-Id", "Root=1-"+uuid.NewString())
}

// traced does the same for gRPC.
func traced(ctx context.Context, key string, call func(context.Context) error) error {
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		out := metadata.AppendToOutgoingContext(ctx,
			"idempotency-key", key,
			"x-request-id", uuid.NewString(),
			"grpc-trace-bin", rand.Text(),
			"x-attempt", strconv.Itoa(attempt))
		if err = call(out); err == nil {
			return nil
		}
		slog.Warn("attempt failed", "attempt", attempt, "incident", uuid.NewString(), "err", err)
	}
	return err
}

// span is a home-made trace span.
type span struct {
	traceID, spanID string
	started         time.Time
}

func start(traceID string) *span {
	return &span{traceID: traceID, spanID: uuid.NewString(), started: time.Now()}
}

func spanned(traceID string, op func(*span) error) error {
	for {
		if err := op(start(traceID)); err == nil {
			return nil
		}
	}
}
