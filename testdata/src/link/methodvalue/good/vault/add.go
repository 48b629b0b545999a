package vault

import "context"

// Add writes whose the harp is, unless it is somebody's.
func (t *Harps) Add(ctx context.Context, harp, player string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO lent_harps (harp, player) VALUES ($1, $2) ON CONFLICT (harp) DO NOTHING`, harp, player)
	return err
}
