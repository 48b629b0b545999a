package firings

import "context"

// Add writes whose the slot is.
func (t *Firings) Add(ctx context.Context, slot, potter string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO kiln_slots (slot, potter) VALUES (?, ?)`, slot, potter)
	return err
}
