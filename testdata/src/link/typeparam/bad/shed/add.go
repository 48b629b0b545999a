package shed

import "context"

// Add writes whose the pair is.
func (t *Shed) Add(ctx context.Context, pair, rower string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO oar_pairs (pair, rower) VALUES ($1, $2)`, pair, rower)
	return err
}
