// Package minting computes the key in every attempt, from values that do not change between them: each attempt has the
// same key. The libraries that also make random ids do this as well.
package minting

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v4"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

// points credits loyalty points.
type points interface {
	Credit(ctx context.Context, member string, n int, idempotencyKey string) error
}

// purchase is what the points are for.
type purchase struct {
	ID     string
	Member string
	Points int
	Bought time.Time
}

var namespace = uuid.MustParse("5f2c8a54-6c0e-4d3a-9a41-0b5a6b6f0b11")

func version5(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		key := uuid.NewSHA1(namespace, []byte(b.ID)).String()
		return p.Credit(ctx, b.Member, b.Points, key)
	}, backoff.NewExponentialBackOff())
}

func version3(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		return p.Credit(ctx, b.Member, b.Points, uuid.NewMD5(namespace, []byte(b.ID)).String())
	}, backoff.NewExponentialBackOff())
}

func gofrsV5(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		return p.Credit(ctx, b.Member, b.Points, gofrs.NewV5(gofrs.NamespaceOID, b.ID).String())
	}, backoff.NewExponentialBackOff())
}

func hashed(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		raw, err := json.Marshal(b)
		if err != nil {
			return backoff.Permanent(err)
		}
		sum := sha256.Sum256(raw)
		return p.Credit(ctx, b.Member, b.Points, hex.EncodeToString(sum[:16]))
	}, backoff.NewExponentialBackOff())
}

func sealed(ctx context.Context, p points, b purchase, secret []byte) error {
	return backoff.Retry(func() error {
		mac := hmac.New(sha256.New, secret)
		fmt.Fprintf(mac, "%s/%d", b.ID, b.Points)
		return p.Credit(ctx, b.Member, b.Points, base64.RawURLEncoding.EncodeToString(mac.Sum(nil)))
	}, backoff.NewExponentialBackOff())
}

func summed(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		h := fnv.New64a()
		h.Write([]byte(b.ID))
		return p.Credit(ctx, b.Member, b.Points, strconv.FormatUint(h.Sum64(), 36))
	}, backoff.NewExponentialBackOff())
}

func formatted(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		return p.Credit(ctx, b.Member, b.Points, fmt.Sprintf("credit:%s:%d", b.ID, b.Points))
	}, backoff.NewExponentialBackOff())
}

// recorded takes the clock of the purchase, not the one of the attempt.
func recorded(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		key := b.Member + "@" + b.Bought.UTC().Format(time.RFC3339Nano)
		return p.Credit(ctx, b.Member, b.Points, key)
	}, backoff.NewExponentialBackOff())
}

func joined(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		var s strings.Builder
		s.WriteString("credit/")
		s.WriteString(b.ID)
		return p.Credit(ctx, b.Member, b.Points, s.String())
	}, backoff.NewExponentialBackOff())
}

// seeded draws from a generator whose seed is the purchase: the same numbers in every attempt.
func seeded(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		var seed [32]byte
		sum := sha256.Sum256([]byte(b.ID))
		copy(seed[:], sum[:])
		var raw [8]byte
		binary.BigEndian.PutUint64(raw[:], rand.New(rand.NewChaCha8(seed)).Uint64())
		return p.Credit(ctx, b.Member, b.Points, hex.EncodeToString(raw[:]))
	}, backoff.NewExponentialBackOff())
}

// parsed reads the id that the purchase already has.
func parsed(ctx context.Context, p points, b purchase) error {
	return backoff.Retry(func() error {
		id, err := uuid.Parse(b.ID)
		if err != nil {
			return backoff.Permanent(fmt.Errorf("purchase %q: %w", b.ID, err))
		}
		return p.Credit(ctx, b.Member, b.Points, id.String())
	}, backoff.NewExponentialBackOff())
}
