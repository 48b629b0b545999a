// Package jobs tells its queue that a job is done although it is not.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"go.temporal.io/sdk/worker"
)

// press prints newspapers.
type press struct{ db *pgxpool.Pool }

func (p *press) routes(mux *asynq.ServeMux) { mux.HandleFunc("press:print", p.print) }

// print logs what is wrong. The task is deleted.
func (p *press) print(ctx context.Context, t *asynq.Task) error {
	if _, err := p.db.Exec(ctx, `INSERT INTO prints (task) VALUES ($1) ON CONFLICT (task) DO NOTHING`, t.ResultWriter().TaskID()); err != nil {
		log.Printf("print: %v", err)
		return nil // want "IDV508: .*prints"
	}
	return nil
}

// FoldArgs are the arguments of a job that folds pages.
type FoldArgs struct {
	Edition string   `json:"edition"`
	Pages   []string `json:"pages"`
}

// Kind names the job.
func (FoldArgs) Kind() string { return "fold" }

// Folder folds pages.
type Folder struct {
	river.WorkerDefaults[FoldArgs]
	db *pgxpool.Pool
}

// Work has an error outside of its loop, and another one of the same name in it.
func (f *Folder) Work(ctx context.Context, job *river.Job[FoldArgs]) error {
	var err error
	for _, page := range job.Args.Pages {
		if _, err := f.db.Exec(ctx, `UPDATE pages SET folded = true WHERE edition = $1 AND page = $2`, job.Args.Edition, page); err != nil {
			log.Printf("page %s: %v", page, err)
			break
		}
	}
	return err // want "IDV508: .*pages"
}

// Bundle is an activity. A timeout is no reason to stop trying.
func (p *press) Bundle(ctx context.Context, edition string) error {
	_, err := p.db.Exec(ctx, `UPDATE editions SET bundled = true WHERE id = $1`, edition)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		log.Printf("edition %s takes too long", edition)
		return nil // want "IDV508: .*editions"
	case err != nil:
		return fmt.Errorf("edition %s: %w", edition, err)
	}
	return nil
}

func (p *press) register(w worker.Worker) {
	w.RegisterActivity(p.Bundle)
}
