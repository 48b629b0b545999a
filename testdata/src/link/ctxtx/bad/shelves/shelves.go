// Package shelves keeps parcels in a database.
package shelves

import (
	"context"

	"example.com/cases/link/ctxtx/bad/parcels"
	"example.com/cases/link/ctxtx/bad/txn"
)

// Rows implements parcels.Shelves.
type Rows struct{ Txn *txn.Manager }

// Put writes where the parcel lies.
func (r *Rows) Put(ctx context.Context, p parcels.Parcel) error {
	_, err := r.Txn.From(ctx).ExecContext(ctx,
		`INSERT INTO shelf_parcels (number, shelf) VALUES ($1, $2) ON CONFLICT (number) DO UPDATE SET shelf = EXCLUDED.shelf`,
		p.Number, p.Shelf)
	return err
}
