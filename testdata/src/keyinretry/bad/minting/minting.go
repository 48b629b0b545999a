// Package minting makes the key with each library, and gives it each form, on its way from there to the sink.
package minting

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	mrand "math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v4"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
)

// points credits loyalty points.
type points interface {
	Credit(ctx context.Context, member string, n int, idempotencyKey string) error
}

func googleV1(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		id, err := uuid.NewUUID()
		if err != nil {
			return backoff.Permanent(err)
		}
		return p.Credit(ctx, "m", 1, id.String()) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func googleV7(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		return p.Credit(ctx, "m", 1, uuid.Must(uuid.NewV7()).String()) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func shortened(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		id := uuid.New()
		return p.Credit(ctx, "m", 1, hex.EncodeToString(id[:8])) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func gofrsV7(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		id, err := gofrs.NewV7()
		if err != nil {
			return err
		}
		key := strings.ReplaceAll(id.String(), "-", "")
		return p.Credit(ctx, "m", 1, key) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func monotonic(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		id := ulid.MustNew(ulid.Timestamp(time.Now()), ulid.DefaultEntropy())
		return p.Credit(ctx, "m", 1, strings.ToLower(id.String())) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func xids(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		return p.Credit(ctx, "m", 1, fmt.Sprintf("credit:%s:%s", "m", xid.New())) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func ksuids(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		id, err := ksuid.NewRandom()
		if err != nil {
			return backoff.Permanent(fmt.Errorf("ksuid: %w", err))
		}
		return p.Credit(ctx, "m", 1, id.String()) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func text(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		return p.Credit(ctx, "m", 1, rand.Text()) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func randomBytes(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		var raw [12]byte
		if _, err := rand.Read(raw[:]); err != nil {
			return err
		}
		return p.Credit(ctx, "m", 1, base64.RawURLEncoding.EncodeToString(raw[:])) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func bigInt(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		n, err := rand.Int(rand.Reader, big.NewInt(1<<62))
		if err != nil {
			return err
		}
		return p.Credit(ctx, "m", 1, n.String()) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func number(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		key := "credit-" + strconv.FormatUint(mrand.Uint64(), 36)
		return p.Credit(ctx, "m", 1, key) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func clock(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		key := time.Now().UTC().Format("20060102T150405.000000000")
		return p.Credit(ctx, "m", 1, key) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

func joined(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		var b strings.Builder
		b.WriteString("credit/m/")
		b.WriteString(uuid.NewString())
		return p.Credit(ctx, "m", 1, b.String()) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}

// key is a type of its own.
type key string

func (k key) String() string { return string(k) }

func newKey(parts ...string) (key, time.Time) {
	parts = append(parts, uuid.NewString())
	return key(strings.Join(parts, ":")), time.Now()
}

func typed(ctx context.Context, p points) error {
	return backoff.Retry(func() error {
		k, _ := newKey("credit", "m")
		return p.Credit(ctx, "m", 1, k.String()) // want "IDV101: idempotencyKey"
	}, backoff.NewExponentialBackOff())
}
