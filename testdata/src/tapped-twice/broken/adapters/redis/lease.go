// Package redis lets one process at a time do a job.
package redis

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Leases are keys that expire.
type Leases struct{ rdb *redis.Client }

// NewLeases wires Leases.
func NewLeases(rdb *redis.Client) *Leases { return &Leases{rdb: rdb} }

// Acquire reports whether the job is now the owner's.
func (l *Leases) Acquire(ctx context.Context, job, owner string) (bool, error) {
	// Seeds: S3, claims get stuck: who dies with the lease keeps it, and nobody resolves anything any more.
	return l.rdb.SetNX(ctx, "lease:"+job, owner, 0).Result() // want "IDV302: .*SetNX"
}

// Release gives the job back.
func (l *Leases) Release(ctx context.Context, job, _ string) error {
	return l.rdb.Del(ctx, "lease:"+job).Err()
}
