// Package points keeps the loyalty points of a bakery.
package points

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Credit gives a point.
type Credit struct{ Client *redis.Client }

// Handle implements dispatch.Handler.
func (c *Credit) Handle(ctx context.Context, _ string, data []byte) error {
	return c.Client.HIncrBy(ctx, "bakery:points", string(data), 1).Err() // linked "IDV401: HIncrBy"
}

// Void takes a point back.
type Void struct{ Client *redis.Client }

// Handle implements dispatch.Handler.
func (v *Void) Handle(ctx context.Context, _ string, data []byte) error {
	return v.Client.HIncrBy(ctx, "bakery:points", string(data), -1).Err() // linked "IDV401: HIncrBy"
}
