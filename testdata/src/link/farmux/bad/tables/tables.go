// Package tables books restaurant tables.
package tables

import (
	"context"
	"database/sql"
)

// Desk implements web.Creator.
type Desk struct{ DB *sql.DB }

// Create books a table.
func (d *Desk) Create(ctx context.Context, _ string, body []byte) error {
	_, err := d.DB.ExecContext(ctx, `INSERT INTO table_bookings (wish) VALUES ($1)`, string(body))
	return err
}
