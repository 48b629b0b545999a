// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/redis/go-redis/v9"

	"example.com/cases/link/cachefill/bad/maps"
	"example.com/cases/link/cachefill/bad/shelf"
	"example.com/cases/link/cachefill/bad/trails"
)

// Desk opens the desk.
func Desk(db *sql.DB, rdb *redis.Client) *maps.Desk {
	return maps.New(&shelf.Redis{Client: rdb}, &trails.Table{DB: db})
}
