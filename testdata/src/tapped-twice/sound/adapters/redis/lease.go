// Package redis lets one process at a time do a job.
package redis

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const term = 2 * time.Minute

// Leases are keys that expire.
type Leases struct{ rdb *redis.Client }

// NewLeases wires Leases.
func NewLeases(rdb *redis.Client) *Leases { return &Leases{rdb: rdb} }

// Acquire reports whether the job is now the owner's, until the term ends.
func (l *Leases) Acquire(ctx context.Context, job, owner string) (bool, error) {
	return l.rdb.SetNX(ctx, "lease:"+job, owner, term).Result()
}

// Release gives the job back, if it is the owner's still.
func (l *Leases) Release(ctx context.Context, job, owner string) error {
	return l.rdb.Eval(ctx, release, []string{"lease:" + job}, owner).Err()
}
