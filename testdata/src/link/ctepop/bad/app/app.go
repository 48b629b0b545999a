// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/ctepop/bad/bells"
	"example.com/cases/link/ctepop/bad/looms"
	"example.com/cases/link/ctepop/bad/rows"
)

// Mill starts the mill.
func Mill(mill, weavers *pgxpool.Pool) *looms.Mill {
	return looms.New(&rows.Rows{DB: mill}, &bells.Bells{DB: weavers})
}
