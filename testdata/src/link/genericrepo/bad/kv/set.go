package kv

import (
	"context"
	"encoding/json"
)

// Set writes a value.
func (j *JSON[T]) Set(ctx context.Context, id string, v T) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return j.client.Set(ctx, j.prefix+id, text, 0).Err()
}
