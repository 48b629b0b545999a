package jobs

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// stampArgs is the job that approves a visa and stores its page.
type stampArgs struct {
	Visa string `json:"visa"`
}

func (stampArgs) Kind() string { return "visa_stamp" }

type visas struct{ db *pgxpool.Pool }

// approve counts rows. A visa that is approved is not pending.
func (v *visas) approve(ctx context.Context, visa string) (int64, error) {
	tag, err := v.db.Exec(ctx, `UPDATE visas SET state = 'approved' WHERE id = $1 AND state = 'pending'`, visa) // want "IDV304: .*visas"
	return tag.RowsAffected(), err
}

type stampWorker struct {
	river.WorkerDefaults[stampArgs]
	visas *visas
	pages *s3.Client
}

func workers(db *pgxpool.Pool, pages *s3.Client) *river.Workers {
	w := river.NewWorkers()
	river.AddWorker(w, &stampWorker{visas: &visas{db: db}, pages: pages})
	river.AddWorker(w, &archiveWorker{pages: pages})
	return w
}

// Work is called again until it returns nil.
func (w *stampWorker) Work(ctx context.Context, job *river.Job[stampArgs]) error {
	n, err := w.visas.approve(ctx, job.Args.Visa)
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("visa %s is not pending", job.Args.Visa)
	}
	_, err = w.pages.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("visas"), Key: aws.String(job.Args.Visa)})
	return err
}

// archiveArgs is the job that writes a page which must never be written over.
type archiveArgs struct {
	Page string `json:"page"`
}

func (archiveArgs) Kind() string { return "page_archive" }

type archiveWorker struct {
	river.WorkerDefaults[archiveArgs]
	pages *s3.Client
}

// Work meets its own page when it runs again, or when the SDK sent the request twice.
func (w *archiveWorker) Work(ctx context.Context, job *river.Job[archiveArgs]) error {
	_, err := w.pages.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("archive"), Key: aws.String(job.Args.Page), IfNoneMatch: aws.String("*")}) // want "IDV304: .*PutObject"
	if err != nil {
		return fmt.Errorf("page %s: %w", job.Args.Page, err)
	}
	return nil
}
