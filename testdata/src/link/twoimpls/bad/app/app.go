// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/twoimpls/bad/memory"
	"example.com/cases/link/twoimpls/bad/postgres"
	"example.com/cases/link/twoimpls/bad/vouchers"
)

// Giver makes a giver; demo says that nothing has to last.
func Giver(pool *pgxpool.Pool, demo bool) *vouchers.Giver {
	var book vouchers.Claims = memory.NewMemory()
	if !demo {
		book = &postgres.Postgres{Pool: pool}
	}
	return vouchers.NewGiver(book)
}
