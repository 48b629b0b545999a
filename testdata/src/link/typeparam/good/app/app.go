// Package app is the program.
package app

import (
	"context"
	"database/sql"

	"example.com/cases/link/typeparam/good/oars"
	"example.com/cases/link/typeparam/good/shed"
)

// Lend lends a pair of the club's oars.
func Lend(ctx context.Context, db *sql.DB, pair, rower string) (bool, error) {
	return oars.Lend(ctx, &shed.Shed{DB: db}, pair, rower)
}
