// Package hall keeps seats in MySQL.
package hall

import (
	"context"
	"database/sql"
	"errors"
)

// Hall implements seats.Seats.
type Hall struct{ DB *sql.DB }

// Guest looks up who sits there; nobody is the empty name.
func (h *Hall) Guest(ctx context.Context, seat string) (string, error) {
	var who string
	err := h.DB.QueryRowContext(ctx, "SELECT guest FROM theatre_seats WHERE seat = ?", seat).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return who, err
}
