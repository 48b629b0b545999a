// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/assertion/bad/maps"
	"example.com/cases/link/assertion/bad/sheets"
)

// Hut opens the hut.
func Hut(pool *pgxpool.Pool) *maps.Hut { return &maps.Hut{Drawer: &sheets.Sheets{Pool: pool}} }
