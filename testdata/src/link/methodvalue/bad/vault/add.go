package vault

import "context"

// Add writes whose the harp is.
func (t *Harps) Add(ctx context.Context, harp, player string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO lent_harps (harp, player) VALUES ($1, $2)`, harp, player)
	return err
}
