package oldpier

import "context"

// Add writes whose the canoe is.
func (t *Old) Add(ctx context.Context, canoe, guest string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO old_canoes (canoe, guest) VALUES (?, ?)`, canoe, guest)
	return err
}
