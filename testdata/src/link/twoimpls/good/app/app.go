// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/twoimpls/good/memory"
	"example.com/cases/link/twoimpls/good/postgres"
	"example.com/cases/link/twoimpls/good/vouchers"
)

// Giver makes a giver; demo says that nothing has to last.
func Giver(pool *pgxpool.Pool, demo bool) *vouchers.Giver {
	var book vouchers.Claims = memory.NewMemory()
	if !demo {
		book = &postgres.Postgres{Pool: pool}
	}
	return vouchers.NewGiver(book)
}
