// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/unitofwork/bad/lets"
	"example.com/cases/link/unitofwork/bad/unit"
)

// Jetty opens the jetty.
func Jetty(pool *pgxpool.Pool) *lets.Jetty { return lets.NewJetty(&unit.Unit{Pool: pool}) }
