// Package store keeps tanks in a database.
package store

import (
	"context"
	"database/sql"

	"example.com/cases/link/logging/good/tanks"
)

// Table implements tanks.Tanks.
type Table struct{ DB *sql.DB }

// Fill takes the delivery's number and adds the litres in one transaction.
func (t *Table) Fill(ctx context.Context, d tanks.Delivery) error {
	tx, err := t.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO fuel_deliveries (number) VALUES ($1) ON CONFLICT (number) DO NOTHING`, d.Number)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE fuel_tanks SET litres = litres + $2 WHERE tank = $1`, d.Tank, d.Litres); err != nil {
		return err
	}
	return tx.Commit()
}
