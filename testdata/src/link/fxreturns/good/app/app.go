// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/fx"

	"example.com/cases/link/fxreturns/good/marinas"
	"example.com/cases/link/fxreturns/good/pg"
)

// Program is the program.
func Program(pool *pgxpool.Pool, start func(*marinas.Marina)) *fx.App {
	return fx.New(
		fx.Supply(pool),
		fx.Provide(pg.NewPool, marinas.NewMarina),
		fx.Invoke(start),
	)
}
