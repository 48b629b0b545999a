package lot

import "context"

// Add writes whose the spot is, unless it is somebody's.
func (t *Lot) Add(ctx context.Context, spot, van string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO camp_spots (spot, van) VALUES ($1, $2) ON CONFLICT (spot) DO NOTHING`, spot, van)
	return err
}
