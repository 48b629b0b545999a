package good

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"example.com/cases/keyinretry/again"
)

// Identifiers that only logs look at, and a clock in a signature.
func (c *client) traced(req *http.Request) error {
	return again.Do(3, func() error {
		req.Header.Set("X-Request-Id", uuid.NewString())
		req.Header.Set("X-Correlation-Id", uuid.NewString())
		req.Header.Set("traceparent", "00-"+uuid.NewString())
		req.Header.Set("X-Timestamp", time.Now().Format(time.RFC3339))
		req.Header.Set("Authorization", sign(time.Now()))
		_, err := c.http.Do(req)
		return err
	})
}

func sign(at time.Time) string {
	sum := sha256.Sum256([]byte(at.String()))
	return hex.EncodeToString(sum[:])
}

// Keys that are computed from the intent are the same in every attempt.
func derived(ctx context.Context, p provider, orderID string, body []byte) error {
	return again.Do(3, func() error {
		if err := p.Charge(ctx, 500, uuid.NewSHA1(uuid.NameSpaceOID, []byte(orderID)).String()); err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		if err := p.Charge(ctx, 500, hex.EncodeToString(sum[:])); err != nil {
			return err
		}
		return p.Charge(ctx, 500, fmt.Sprintf("order-%s", orderID))
	})
}
