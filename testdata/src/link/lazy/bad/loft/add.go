package loft

import "context"

// Add writes whose the tent is.
func (t *Tents) Add(ctx context.Context, tent, scout string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO scout_tents (tent, scout) VALUES ($1, $2)`, tent, scout)
	return err
}
