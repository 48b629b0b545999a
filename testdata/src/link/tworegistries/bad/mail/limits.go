// Package mail counts parcels of a mail boat that a queue tells of.
package mail

import (
	"context"
	"database/sql"
)

// Mail has the handler.
type Mail struct{ DB *sql.DB }

// Count counts a parcel.
func (x *Mail) Count(ctx context.Context, _ string, data []byte) error {
	_, err := x.DB.ExecContext(ctx, `UPDATE boat_parcels SET parcels = parcels + 1 WHERE name = $1`, string(data)) // miss: IDV401 two registries of one type are not told apart, so nothing is said of what either holds
	return err
}
