// Package vault says who is in which vault.
package vault

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Doors are the doors of all vaults.
type Doors struct{ rdb *redis.Client }

// New makes Doors.
func New(rdb *redis.Client) *Doors { return &Doors{rdb: rdb} }

// Open reports whether the guard got in.
func (d *Doors) Open(ctx context.Context, vault, guard string) bool {
	return d.rdb.SetNX(ctx, name(vault), guard, redis.KeepTTL).Val() // want "IDV302: .*SetNX"
}

// Close ends a visit.
func (d *Doors) Close(ctx context.Context, vault string) {
	d.rdb.Del(ctx, name(vault))
}

func name(vault string) string { return "vault:" + vault }
