// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/unitofwork/good/lets"
	"example.com/cases/link/unitofwork/good/unit"
)

// Jetty opens the jetty.
func Jetty(pool *pgxpool.Pool) *lets.Jetty { return lets.NewJetty(&unit.Unit{Pool: pool}) }
