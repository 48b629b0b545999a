// Package notices queues letters for the readers of a library whose loans have run out.
package notices

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
)

type remindArgs struct {
	Branch string `json:"branch"`
}

func (remindArgs) Kind() string { return "library_remind" }

type desk struct{ db *sql.DB }

func (d *desk) register(w *river.Workers) {
	river.AddWorker(w, river.WorkFunc(func(ctx context.Context, job *river.Job[remindArgs]) error {
		return d.remind(ctx, job.Args.Branch)
	}))
}

func (d *desk) inTx(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// remind gives each letter an id of its own, so nothing refuses it in a second run: that the loan is marked in the same
// transaction is what tells the runs apart.
func (d *desk) remind(ctx context.Context, branch string) error {
	return d.inTx(ctx, func(tx *sql.Tx) error {
		loans, err := overdue(ctx, tx, branch)
		if err != nil {
			return err
		}
		written := map[string]bool{}
		for _, l := range loans {
			if written[l.reader] {
				continue
			}
			written[l.reader] = true
			id := uuid.New()
			if _, err := tx.ExecContext(ctx, `INSERT INTO letters (id, kind, reader) VALUES ($1, 'overdue', $2)`, id, l.reader); err != nil {
				return fmt.Errorf("letter: %w", err)
			}
			if _, err := tx.ExecContext(ctx, `UPDATE loans SET letter = $2 WHERE id = $1`, l.id, id); err != nil {
				return fmt.Errorf("loan: %w", err)
			}
		}
		return nil
	})
}

type loan struct{ id, reader string }

func overdue(ctx context.Context, tx *sql.Tx, branch string) ([]loan, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, reader FROM loans WHERE branch = $1 AND letter IS NULL FOR UPDATE SKIP LOCKED`, branch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []loan
	for rows.Next() {
		var l loan
		if err := rows.Scan(&l.id, &l.reader); err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, rows.Err()
}
