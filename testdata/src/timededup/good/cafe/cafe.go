// Package cafe takes payments by phone. The phone names each payment, and a repeat has the same name.
package cafe

import (
	"context"
	"database/sql"
)

// Pay books a coffee.
func Pay(ctx context.Context, db *sql.DB, guest, payment string, cents int64) error {
	// docs:begin timededup-good
	_, err := db.ExecContext(ctx, `INSERT INTO cafe_payments (guest, payment, cents, paid_at) VALUES ($1, $2, $3, now())
		ON CONFLICT (guest, payment) DO NOTHING`, guest, payment, cents)
	return err
	// docs:end timededup-good
}
