package wet

import "context"

// Add writes whose the number is, unless it is somebody's.
func (t *Wet) Add(ctx context.Context, number, who string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO pool_lockers (number, who) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING`, number, who)
	return err
}
