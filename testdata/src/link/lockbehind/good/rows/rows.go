// Package rows keeps the board in PostgreSQL.
package rows

import (
	"context"
	"database/sql"
	"errors"
)

// Rows implements jobs.Board.
type Rows struct{ DB *sql.DB }

// Machine looks up which machine has the job; none is the empty name.
func (r *Rows) Machine(ctx context.Context, job string) (string, error) {
	var machine string
	err := r.DB.QueryRowContext(ctx, `SELECT machine FROM night_jobs WHERE job = $1`, job).Scan(&machine)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return machine, err
}

// Give writes which machine has the job.
func (r *Rows) Give(ctx context.Context, job, machine string) error {
	_, err := r.DB.ExecContext(ctx, `INSERT INTO night_jobs (job, machine) VALUES ($1, $2)`, job, machine)
	return err
}
