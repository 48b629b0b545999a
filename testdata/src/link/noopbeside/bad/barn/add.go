package barn

import "context"

// Add writes whose the sledge is.
func (t *Sledges) Add(ctx context.Context, sledge, child string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO hill_sledges (sledge, child) VALUES ($1, $2)`, sledge, child)
	return err
}
