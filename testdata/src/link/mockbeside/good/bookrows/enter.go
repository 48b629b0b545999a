package bookrows

import "context"

// Enter writes the guest unless somebody sleeps there.
func (t *Table) Enter(ctx context.Context, room, guest string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO guest_rooms (room, guest) VALUES ($1, $2) ON CONFLICT (room) DO NOTHING`, room, guest)
	return err
}
