// Package app wires the program.
package app

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/ctepop/good/bells"
	"example.com/cases/link/ctepop/good/looms"
	"example.com/cases/link/ctepop/good/rows"
)

// Mill starts the mill.
func Mill(mill, weavers *pgxpool.Pool) *looms.Mill {
	return looms.New(&rows.Rows{DB: mill}, &bells.Bells{DB: weavers})
}
