// Package kv keeps values as JSON in Redis.
package kv

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/redis/go-redis/v9"
)

// JSON keeps values of one type.
type JSON[T any] struct {
	client *redis.Client
	prefix string
}

// New makes a store.
func New[T any](c *redis.Client, prefix string) *JSON[T] { return &JSON[T]{client: c, prefix: prefix} }

// Get reads a value.
func (j *JSON[T]) Get(ctx context.Context, id string) (v T, found bool, err error) {
	text, err := j.client.Get(ctx, j.prefix+id).Bytes()
	if errors.Is(err, redis.Nil) {
		return v, false, nil
	}
	if err != nil {
		return v, false, err
	}
	return v, true, json.Unmarshal(text, &v)
}
