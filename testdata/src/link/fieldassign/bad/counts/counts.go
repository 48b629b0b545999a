// Package counts keeps visitor counts in Redis.
package counts

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Redis implements visits.Tally.
type Redis struct{ Client *redis.Client }

// Add counts one visitor.
func (r *Redis) Add(ctx context.Context, gate string) error {
	return r.Client.Incr(ctx, "museum:gate:"+gate).Err()
}
