// Package sheets keeps maps in PostgreSQL.
package sheets

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Sheets implements maps.Drawer and maps.Lender.
type Sheets struct{ Pool *pgxpool.Pool }

// Holder looks up who has the map; nobody is the empty name.
func (s *Sheets) Holder(ctx context.Context, sheet string) (string, error) {
	var hiker string
	err := s.Pool.QueryRow(ctx, `SELECT hiker FROM map_sheets WHERE sheet = $1`, sheet).Scan(&hiker)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return hiker, err
}
