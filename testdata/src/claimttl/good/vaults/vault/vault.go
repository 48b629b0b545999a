// Package vault says who is in which vault, and for how long at most.
package vault

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Doors are the doors of all vaults.
type Doors struct {
	rdb  *redis.Client
	stay time.Duration
}

// New makes Doors. Nobody may stay longer than an hour.
func New(rdb *redis.Client) *Doors { return &Doors{rdb: rdb, stay: time.Hour} }

var out = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end`)

// Open reports whether the guard got in.
func (d *Doors) Open(ctx context.Context, vault, guard string) bool {
	return d.rdb.SetNX(ctx, name(vault), guard, d.stay).Val()
}

// Close ends a guard's visit.
func (d *Doors) Close(ctx context.Context, vault, guard string) {
	out.Run(ctx, d.rdb, []string{name(vault)}, guard)
}

func name(vault string) string { return "vault:" + vault }
