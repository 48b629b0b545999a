// Package app wires the program.
package app

import (
	"github.com/redis/go-redis/v9"

	"example.com/cases/link/genericrepo/bad/beds"
	"example.com/cases/link/genericrepo/bad/kv"
)

// Ward makes a ward.
func Ward(rdb *redis.Client) *beds.Ward { return beds.NewWard(kv.New[beds.Bed](rdb, "bed:")) }
