// Package seen remembers ids for a week.
package seen

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Set is what was seen.
type Set struct{ Client *redis.Client }

// Has reports whether id was seen.
func (s *Set) Has(ctx context.Context, id string) (bool, error) {
	n, err := s.Client.Exists(ctx, "seen:"+id).Result()
	return n > 0, err
}

// Put remembers id.
func (s *Set) Put(ctx context.Context, id string) error {
	return s.Client.SetEx(ctx, "seen:"+id, 1, 7*24*time.Hour).Err()
}
