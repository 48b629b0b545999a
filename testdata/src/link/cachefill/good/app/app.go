// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/redis/go-redis/v9"

	"example.com/cases/link/cachefill/good/maps"
	"example.com/cases/link/cachefill/good/shelf"
	"example.com/cases/link/cachefill/good/trails"
)

// Desk opens the desk.
func Desk(db *sql.DB, rdb *redis.Client) *maps.Desk {
	return maps.New(&shelf.Redis{Client: rdb}, &trails.Table{DB: db})
}
