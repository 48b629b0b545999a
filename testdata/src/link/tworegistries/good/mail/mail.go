// Package mail counts parcels of a mail boat that a queue tells of.
package mail

import (
	"context"
	"database/sql"
)

// Mail has the handler.
type Mail struct{ DB *sql.DB }

// Count counts a parcel, once for each message.
func (x *Mail) Count(ctx context.Context, id string, data []byte) error {
	tx, err := x.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO boat_parcels_seen (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE boat_parcels SET parcels = parcels + 1 WHERE name = $1`, string(data)); err != nil {
		return err
	}
	return tx.Commit()
}
