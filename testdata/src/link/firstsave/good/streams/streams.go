// Package streams keeps states of boats in PostgreSQL.
package streams

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/link/firstsave/good/boats"
)

// ErrMoved says that somebody else has saved in between.
var ErrMoved = errors.New("the boat has moved")

// Table implements boats.Streams.
type Table struct{ DB *sql.DB }

// Load reads what is known of a boat; nothing is version 0.
func (t *Table) Load(ctx context.Context, boat string) (s boats.State, err error) {
	err = t.DB.QueryRowContext(ctx, `SELECT version, berth FROM moored_boats WHERE id = $1`, boat).Scan(&s.Version, &s.Berth)
	if errors.Is(err, sql.ErrNoRows) {
		return boats.State{}, nil
	}
	return s, err
}

// Save writes the first version, or the one after the loaded one. Whoever comes too late loads again when the message comes again.
func (t *Table) Save(ctx context.Context, boat string, s boats.State) error {
	if s.Version == 0 {
		_, err := t.DB.ExecContext(ctx, `INSERT INTO moored_boats (id, version, berth) VALUES ($1, 1, $2)`, boat, s.Berth)
		return err
	}
	res, err := t.DB.ExecContext(ctx, `UPDATE moored_boats SET version = $2 + 1, berth = $3 WHERE id = $1 AND version = $2`, boat, s.Version, s.Berth)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrMoved, err)
	}
	return nil
}
