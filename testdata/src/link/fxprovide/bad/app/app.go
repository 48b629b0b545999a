// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/fx"

	"example.com/cases/link/fxprovide/bad/moorings"
	"example.com/cases/link/fxprovide/bad/pg"
)

// Program is the program.
func Program(pool *pgxpool.Pool, start func(*moorings.Harbour)) *fx.App {
	return fx.New(
		fx.Supply(pool),
		fx.Provide(fx.Annotate(pg.NewPool, fx.As(new(moorings.Berths)))),
		fx.Provide(moorings.NewHarbour),
		fx.Invoke(start),
	)
}
