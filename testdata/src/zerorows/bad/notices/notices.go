// Package notices queues letters for the readers of a library whose loans have run out.
package notices

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/riverqueue/river"
)

type remindArgs struct {
	Reader string `json:"reader"`
	Loan   string `json:"loan"`
}

func (remindArgs) Kind() string { return "library_remind" }

type desk struct{ db *sql.DB }

func (d *desk) register(w *river.Workers) {
	river.AddWorker(w, river.WorkFunc(func(ctx context.Context, job *river.Job[remindArgs]) error {
		if err := d.letter(ctx, job.Args.Loan, job.Args.Reader); err != nil {
			return err
		}
		return d.stamp(ctx, job.Args.Loan)
	}))
}

// letter takes the loan's id for the letter's: a second run, which comes because stamp failed, is refused for ever.
func (d *desk) letter(ctx context.Context, loan, reader string) error {
	if _, err := d.db.ExecContext(ctx, `INSERT INTO letters (id, kind, reader) VALUES ($1, 'overdue', $2)`, loan, reader); err != nil { // want "IDV304: letters"
		return fmt.Errorf("letter: %w", err)
	}
	return nil
}

func (d *desk) stamp(ctx context.Context, loan string) error {
	_, err := d.db.ExecContext(ctx, `UPDATE loans SET written = true WHERE id = $1`, loan)
	return err
}
