package bookrows

import "context"

// Enter writes the guest.
func (t *Table) Enter(ctx context.Context, room, guest string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO guest_rooms (room, guest) VALUES ($1, $2)`, room, guest)
	return err
}
