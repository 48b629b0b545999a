// Package counts keeps visitor counts in Redis.
package counts

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Redis implements visits.Tally.
type Redis struct{ Client *redis.Client }

// Add puts the ticket into the set of the gate; the size of the set is the count.
func (r *Redis) Add(ctx context.Context, gate, ticket string) error {
	return r.Client.SAdd(ctx, "museum:gate:"+gate, ticket).Err()
}
