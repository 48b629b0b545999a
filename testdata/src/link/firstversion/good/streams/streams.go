// Package streams keeps states of boats in PostgreSQL.
package streams

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/link/firstversion/good/boats"
)

// ErrMoved says that somebody else has saved in between.
var ErrMoved = errors.New("the boat has moved")

// Table implements boats.Streams.
type Table struct{ DB *sql.DB }

// Load reads what is known of a boat; nothing is version 0.
func (t *Table) Load(ctx context.Context, boat string) (s boats.State, err error) {
	err = t.DB.QueryRowContext(ctx, `SELECT version, berth FROM boat_streams WHERE id = $1`, boat).Scan(&s.Version, &s.Berth)
	if errors.Is(err, sql.ErrNoRows) {
		return boats.State{}, nil
	}
	return s, err
}

// Open writes the first version.
func (t *Table) Open(ctx context.Context, boat string, s boats.State) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO boat_streams (id, version, berth) VALUES ($1, 1, $2)`, boat, s.Berth)
	return err
}

// Save writes the version after the loaded one. Whoever comes too late loads again when the message comes again.
func (t *Table) Save(ctx context.Context, boat string, s boats.State) error {
	res, err := t.DB.ExecContext(ctx, `UPDATE boat_streams SET version = $2 + 1, berth = $3 WHERE id = $1 AND version = $2`, boat, s.Version, s.Berth)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrMoved, err)
	}
	return nil
}
