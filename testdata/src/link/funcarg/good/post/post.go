// Package post counts parcels of an island that a queue tells of.
package post

import (
	"context"
	"database/sql"
)

// Post implements run.Handler.
type Post struct{ DB *sql.DB }

// Handle counts a parcel, once for each message.
func (x *Post) Handle(ctx context.Context, id string, data []byte) error {
	tx, err := x.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO island_parcels_seen (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE island_parcels SET parcels = parcels + 1 WHERE name = $1`, string(data)); err != nil {
		return err
	}
	return tx.Commit()
}
