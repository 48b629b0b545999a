// Package stacks counts the stacks of turf that a stream tells of.
package stacks

import (
	"context"
	"database/sql"
)

// Stacks has the verb.
type Stacks struct{ DB *sql.DB }

// Stack counts a stack, once for each message.
func (s *Stacks) Stack(ctx context.Context, id, bog string) error {
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO turf_stacks_seen (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE turf_stacks SET stacks = stacks + 1 WHERE bog = $1`, bog); err != nil {
		return err
	}
	return tx.Commit()
}
