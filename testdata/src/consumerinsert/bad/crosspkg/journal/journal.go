// Package journal writes bookings. It does not ask which event a booking comes from.
package journal

import (
	"context"
	"database/sql"
)

// Journal is a table.
type Journal struct{ DB *sql.DB }

// Append adds a booking.
func (j *Journal) Append(ctx context.Context, account string, cents int64) error {
	_, err := j.DB.ExecContext(ctx, `INSERT INTO bookings (account, cents) VALUES ($1, $2)`, account, cents)
	return err
}
