// Package points keeps the loyalty points of a bakery.
package points

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Credit gives a point.
type Credit struct{ Client *redis.Client }

// Handle implements dispatch.Handler: what a guest has bought is a set, and its size are the points.
func (c *Credit) Handle(ctx context.Context, id string, data []byte) error {
	return c.Client.SAdd(ctx, "bakery:bought:"+string(data), id).Err()
}

// Void takes all points.
type Void struct{ Client *redis.Client }

// Handle implements dispatch.Handler.
func (v *Void) Handle(ctx context.Context, _ string, data []byte) error {
	return v.Client.Del(ctx, "bakery:bought:"+string(data)).Err()
}
