// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"example.com/cases/link/setter/bad/drops"
	"example.com/cases/link/setter/bad/rows"
)

// Reader builds the reader.
func Reader(rdb *redis.Client, pool *pgxpool.Pool) *drops.Reader {
	r := drops.NewReader(rdb)
	r.SetLevels(&rows.Rows{Pool: pool})
	return r
}
