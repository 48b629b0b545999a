// Package marks keeps marks in Redis.
package marks

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Redis implements kilns.Marks.
type Redis struct{ Client *redis.Client }

// Potter looks up who has the kiln.
func (r *Redis) Potter(ctx context.Context, kiln string) (string, error) {
	who, err := r.Client.Get(ctx, "kiln:"+kiln).Result()
	if errors.Is(err, redis.Nil) {
		return "", nil
	}
	return who, err
}

var own = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Drop takes the mark off if it is the potter's.
func (r *Redis) Drop(ctx context.Context, kiln, potter string) error {
	return own.Run(ctx, r.Client, []string{"kiln:" + kiln}, potter).Err()
}
