package kv

import (
	"context"
	"encoding/json"
	"time"
)

const stay = 90 * 24 * time.Hour

// Add writes a value unless there is one.
func (j *JSON[T]) Add(ctx context.Context, id string, v T) (bool, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return false, err
	}
	return j.client.SetNX(ctx, j.prefix+id, text, stay).Result()
}
