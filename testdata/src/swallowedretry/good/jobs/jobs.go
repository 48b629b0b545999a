// Package jobs returns nil when the job is done, when it cannot be done, or when it is put aside.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"golang.org/x/sync/errgroup"
)

// press prints newspapers.
type press struct{ db *pgxpool.Pool }

func (p *press) routes(mux *asynq.ServeMux) {
	mux.HandleFunc("press:print", p.print)
	mux.HandleFunc("press:stamp", p.stamp)
}

type sheet struct {
	Title string `json:"title"`
}

// print gives up on what can never be read, takes a sheet that is printed for success, and gives back what failed.
func (p *press) print(ctx context.Context, t *asynq.Task) error {
	var s sheet
	if err := json.Unmarshal(t.Payload(), &s); err != nil {
		return fmt.Errorf("sheet: %v: %w", err, asynq.SkipRetry)
	}
	_, err := p.db.Exec(ctx, `INSERT INTO prints (task, title) VALUES ($1, $2)`, t.ResultWriter().TaskID(), s.Title)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil
	}
	return err
}

// stamp has nothing to do for a sheet that was taken away.
func (p *press) stamp(ctx context.Context, t *asynq.Task) error {
	var state string
	err := p.db.QueryRow(ctx, `SELECT state FROM sheets WHERE id = $1`, string(t.Payload())).Scan(&state)
	if errors.Is(err, pgx.ErrNoRows) {
		log.Printf("sheet %s is gone", t.Payload())
		return nil
	}
	if err != nil {
		return err
	}
	_, err = p.db.Exec(ctx, `UPDATE sheets SET stamped = true WHERE id = $1`, string(t.Payload()))
	return err
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

// Work tries every page, and returns all that went wrong.
func (f *Folder) Work(ctx context.Context, job *river.Job[FoldArgs]) error {
	if job.Args.Edition == "" {
		return river.JobCancel(errors.New("no edition"))
	}
	var failed error
	for _, page := range job.Args.Pages {
		if _, err := f.db.Exec(ctx, `UPDATE pages SET folded = true WHERE edition = $1 AND page = $2`, job.Args.Edition, page); err != nil {
			failed = errors.Join(failed, fmt.Errorf("page %s: %w", page, err))
		}
	}
	return failed
}

// Bundle is an activity. It says which of its errors is for good.
func (p *press) Bundle(ctx context.Context, edition string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("edition %s: %w", edition, err)
		}
	}()
	if edition == "" {
		return temporal.NewNonRetryableApplicationError("no edition", "argument", nil)
	}
	_, err = p.db.Exec(ctx, `UPDATE editions SET bundled = true WHERE id = $1`, edition)
	return err
}

// Deliver is an activity that waits for its goroutines.
func (p *press) Deliver(ctx context.Context, towns []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, town := range towns {
		g.Go(func() error {
			_, err := p.db.Exec(ctx, `UPDATE towns SET delivered = true WHERE id = $1`, town)
			return err
		})
	}
	return g.Wait()
}

func (p *press) register(w worker.Worker) {
	w.RegisterActivity(p.Bundle)
	w.RegisterActivity(p.Deliver)
}
