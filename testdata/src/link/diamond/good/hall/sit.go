package hall

import "context"

// Sit writes who sits there unless somebody does.
func (h *Hall) Sit(ctx context.Context, seat, guest string) (bool, error) {
	res, err := h.DB.ExecContext(ctx, "INSERT IGNORE INTO theatre_seats (seat, guest) VALUES (?, ?)", seat, guest)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
