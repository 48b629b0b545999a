package lent

import "context"

// Add writes whose the loom is, unless it is somebody's.
func (t *Lent) Add(ctx context.Context, loom, weaver string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO lent_looms (loom, weaver) VALUES ($1, $2) ON CONFLICT (loom) DO NOTHING`, loom, weaver)
	return err
}
