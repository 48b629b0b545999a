// Package journal writes bookings, one for each event. The event is the primary key.
package journal

import (
	"context"
	"database/sql"
)

// Journal is a table.
type Journal struct{ DB *sql.DB }

// Append adds a booking, or does nothing if the event was booked.
func (j *Journal) Append(ctx context.Context, event, account string, cents int64) error {
	_, err := j.DB.ExecContext(ctx, `INSERT INTO bookings (event, account, cents) VALUES ($1, $2, $3) ON CONFLICT (event) DO NOTHING`, event, account, cents)
	return err
}
