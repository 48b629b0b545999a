// Package tables books restaurant tables.
package tables

import (
	"context"
	"database/sql"
)

// Desk implements web.Creator.
type Desk struct{ DB *sql.DB }

// Create books a table, once for each key and wish.
func (d *Desk) Create(ctx context.Context, key string, body []byte) error {
	_, err := d.DB.ExecContext(ctx,
		`INSERT INTO table_bookings (request, wish) VALUES ($1, $2) ON CONFLICT (request, wish) DO NOTHING`, key, string(body))
	return err
}
