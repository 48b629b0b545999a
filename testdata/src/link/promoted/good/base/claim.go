package base

import "context"

// Claim writes who has the id unless somebody has it.
func (t Table) Claim(ctx context.Context, id, who string) (bool, error) {
	res, err := t.DB.ExecContext(ctx, `INSERT INTO river_permits (id, who) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, who)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
