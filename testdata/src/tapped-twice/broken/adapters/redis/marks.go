package redis

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Marks are keys that expire when nobody repeats any more.
type Marks struct{ rdb *redis.Client }

// NewMarks wires Marks.
func NewMarks(rdb *redis.Client) *Marks { return &Marks{rdb: rdb} }

// Seen reports whether there is a mark.
func (m *Marks) Seen(ctx context.Context, id string) (bool, error) {
	n, err := m.rdb.Exists(ctx, "seen:"+id).Result()
	return n == 1, err
}

// Mark sets a mark.
func (m *Marks) Mark(ctx context.Context, id string) error {
	return m.rdb.Set(ctx, "seen:"+id, 1, 96*time.Hour).Err()
}
