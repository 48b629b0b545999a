// Package stacks counts the stacks of turf that a stream tells of.
package stacks

import (
	"context"
	"database/sql"
)

// Stacks has the verb.
type Stacks struct{ DB *sql.DB }

// Stack counts a stack.
func (s *Stacks) Stack(ctx context.Context, _, bog string) error {
	_, err := s.DB.ExecContext(ctx, `UPDATE turf_stacks SET stacks = stacks + 1 WHERE bog = $1`, bog) // miss: IDV401 two registries of one type are not told apart, so nothing is said of what either holds
	return err
}
