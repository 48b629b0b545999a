package table

import "context"

// Keep writes a name.
func (t *Table) Keep(ctx context.Context, name, plot string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO plot_names (name, plot) VALUES ($1, $2)`, name, plot)
	return err
}
