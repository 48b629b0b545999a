// Package store keeps tanks in a database.
package store

import (
	"context"
	"database/sql"

	"example.com/cases/link/logging/bad/tanks"
)

// Table implements tanks.Tanks.
type Table struct{ DB *sql.DB }

// Fill adds the litres.
func (t *Table) Fill(ctx context.Context, d tanks.Delivery) error {
	_, err := t.DB.ExecContext(ctx, `UPDATE fuel_tanks SET litres = litres + $2 WHERE tank = $1`, d.Tank, d.Litres)
	return err
}
