package jetty

import "context"

// Add writes whose the canoe is, unless it is somebody's.
func (t *Jetty) Add(ctx context.Context, canoe, guest string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO canoe_hires (canoe, guest) VALUES ($1, $2) ON CONFLICT (canoe) DO NOTHING`, canoe, guest)
	return err
}
