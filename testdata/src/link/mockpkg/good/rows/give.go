package rows

import "context"

// Give writes who has the stall, unless somebody has it.
func (r *Rows) Give(ctx context.Context, stall, trader string) error {
	_, err := r.DB.ExecContext(ctx, `INSERT INTO market_stalls (stall, trader) VALUES ($1, $2) ON CONFLICT (stall) DO NOTHING`, stall, trader)
	return err
}
