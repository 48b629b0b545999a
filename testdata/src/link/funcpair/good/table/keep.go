package table

import "context"

// Keep writes a name, and reports whether it was free.
func (t *Table) Keep(ctx context.Context, name, plot string) (bool, error) {
	res, err := t.DB.ExecContext(ctx, `INSERT INTO plot_names (name, plot) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, plot)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
