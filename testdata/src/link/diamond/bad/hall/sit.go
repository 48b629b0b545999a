package hall

import "context"

// Sit writes who sits there.
func (h *Hall) Sit(ctx context.Context, seat, guest string) error {
	_, err := h.DB.ExecContext(ctx, "INSERT INTO theatre_seats (seat, guest) VALUES (?, ?)", seat, guest)
	return err
}
