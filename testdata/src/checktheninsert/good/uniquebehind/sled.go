// Package uniquebehind has unique keys, in its migrations, and knows what they say.
package uniquebehind

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type school struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

// locker goes round once more when somebody else has been faster.
func (s *school) locker(ctx context.Context, guest, room string) (int64, error) {
	for {
		id, err := s.find(ctx, guest)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return id, err
		}
		id, err = s.add(ctx, guest, room)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return id, err
		}
	}
}

func (s *school) find(ctx context.Context, guest string) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT id FROM sled_lockers WHERE guest = $1`, guest).Scan(&id)
	return id, err
}

// add returns sql.ErrNoRows when there is one.
func (s *school) add(ctx context.Context, guest, room string) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, `INSERT INTO sled_lockers (guest, room) VALUES ($1, $2)
		ON CONFLICT (guest) DO NOTHING RETURNING id`, guest, room).Scan(&id)
	return id, err
}

var errSold = errors.New("the pass is sold")

// sell asks a helper what the error of the insert means.
func (s *school) sell(ctx context.Context, number, guest string) error {
	var owner string
	err := s.pool.QueryRow(ctx, `SELECT guest FROM sled_passes WHERE number = $1`, number).Scan(&owner)
	if err == nil {
		return errSold
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	_, err = s.pool.Exec(ctx, `INSERT INTO sled_passes (number, guest) VALUES ($1, $2)`, number, guest)
	return meaning(err)
}

func meaning(err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	switch pg.Code {
	case "23505":
		return errSold
	default:
		return err
	}
}
