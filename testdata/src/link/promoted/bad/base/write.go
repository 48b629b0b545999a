package base

import "context"

// Write writes who has the id.
func (t Table) Write(ctx context.Context, id, who string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO river_permits (id, who) VALUES ($1, $2)`, id, who)
	return err
}
