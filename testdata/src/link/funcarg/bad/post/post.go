// Package post counts parcels of an island that a queue tells of.
package post

import (
	"context"
	"database/sql"
)

// Post implements run.Handler.
type Post struct{ DB *sql.DB }

// Handle counts a parcel.
func (x *Post) Handle(ctx context.Context, _ string, data []byte) error {
	_, err := x.DB.ExecContext(ctx, `UPDATE island_parcels SET parcels = parcels + 1 WHERE name = $1`, string(data)) // linked "IDV401: island_parcels"
	return err
}
