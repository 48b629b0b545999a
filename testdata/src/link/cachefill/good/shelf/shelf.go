// Package shelf keeps texts in Redis.
package shelf

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Redis implements maps.Shelf.
type Redis struct{ Client *redis.Client }

// Get reads a text.
func (r *Redis) Get(ctx context.Context, name string) (string, bool, error) {
	text, err := r.Client.Get(ctx, name).Result()
	if errors.Is(err, redis.Nil) {
		return "", false, nil
	}
	return text, err == nil, err
}

// Save writes a text.
func (r *Redis) Save(ctx context.Context, name, text string) error {
	return r.Client.Set(ctx, name, text, 6*time.Hour).Err()
}
