// Package cafe takes payments by phone, and takes the second of two equal ones for a repeat.
package cafe

import (
	"context"
	"database/sql"
)

// Pay books a coffee.
func Pay(ctx context.Context, db *sql.DB, guest string, cents int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// docs:begin timededup-bad
	if _, err := tx.ExecContext(ctx, `SELECT 1 FROM guests WHERE id = $1 FOR UPDATE`, guest); err != nil {
		return err
	}
	var again bool
	row := tx.QueryRowContext(ctx, // want "IDV602: .*cafe_payments"
		`SELECT EXISTS (SELECT 1 FROM cafe_payments WHERE guest = $1 AND cents = $2 AND paid_at > now() - interval '10 seconds')`,
		guest, cents)
	if err := row.Scan(&again); err != nil || again {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO cafe_payments (guest, cents, paid_at) VALUES ($1, $2, now())`, guest, cents); err != nil {
		return err
	}
	return tx.Commit()
	// docs:end timededup-bad
}
