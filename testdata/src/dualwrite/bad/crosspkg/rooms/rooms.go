// Package rooms lets rooms, and announces through another package.
package rooms

import (
	"context"
	"strconv"

	"github.com/jmoiron/sqlx"

	"example.com/cases/dualwrite/bad/crosspkg/announce"
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
	if err := tx.Commit(); err != nil {
		return err
	}
	return s.Board.Pin("letting-"+strconv.FormatInt(id, 10), room) // want "IDV503: .*Pin"
}
