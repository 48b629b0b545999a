// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/redis/go-redis/v9"

	"example.com/cases/link/cachebehind/good/cache"
	"example.com/cases/link/cachebehind/good/prices"
	"example.com/cases/link/cachebehind/good/rows"
)

// Desk opens the desk.
func Desk(db *sql.DB, rdb *redis.Client) *prices.Desk {
	return &prices.Desk{Cache: &cache.Redis{Client: rdb}, Source: &rows.Rows{DB: db}, Limiter: &cache.Window{Client: rdb}}
}
