package stores

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Redis keeps racks for a day.
type Redis struct{ Client *redis.Client }

// Holder looks up who has the rack.
func (r *Redis) Holder(ctx context.Context, rack string) (string, error) {
	who, err := r.Client.Get(ctx, "rack:"+rack).Result()
	if errors.Is(err, redis.Nil) {
		return "", nil
	}
	return who, err
}

// Take writes who has the rack.
func (r *Redis) Take(ctx context.Context, rack, who string) error {
	return r.Client.Set(ctx, "rack:"+rack, who, 24*time.Hour).Err()
}
