// Package rooms lets rooms, and announces through another package, in one transaction.
package rooms

import (
	"context"
	"strconv"

	"github.com/jmoiron/sqlx"

	"example.com/cases/dualwrite/good/crosspkg/announce"
)

// Service lets rooms.
type Service struct {
	DB    *sqlx.DB
	Board *announce.Board
}

// Let lets a room.
func (s *Service) Let(ctx context.Context, room, tenant string) error {
	tx, err := s.DB.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO lettings (room, tenant) VALUES (?, ?)`, room, tenant)
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	if err := s.Board.Pin(ctx, tx, "letting-"+strconv.FormatInt(id, 10), room); err != nil {
		return err
	}
	return tx.Commit()
}
