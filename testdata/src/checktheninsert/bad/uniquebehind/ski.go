// Package uniquebehind has unique keys, in its migrations, that stop the second insert. Nobody has thought of the error.
package uniquebehind

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type school struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

// locker finds or creates. The loser fails, although there is a locker for its guest now.
func (s *school) locker(ctx context.Context, guest, room string) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT id FROM ski_lockers WHERE guest = $1`, guest).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = s.db.QueryRowContext(ctx, `INSERT INTO ski_lockers (guest, room) VALUES ($1, $2) RETURNING id`, guest, room).Scan(&id) // want "IDV301: ski_lockers"
	}
	return id, err
}

var errSold = errors.New("the pass is sold")

// sell must fail for one of two, and does, but not with the error that it has for this.
func (s *school) sell(ctx context.Context, number, guest string) error {
	var owner string
	err := s.pool.QueryRow(ctx, `SELECT guest FROM ski_passes WHERE number = $1`, number).Scan(&owner)
	if err == nil {
		return errSold
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	_, err = s.pool.Exec(ctx, `INSERT INTO ski_passes (number, guest) VALUES ($1, $2)`, number, guest) // want "IDV301: ski_passes"
	return err
}
