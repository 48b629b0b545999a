package jobs

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
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

func (v *visas) approve(ctx context.Context, visa string) (int64, error) {
	tag, err := v.db.Exec(ctx, `UPDATE visas SET state = 'approved' WHERE id = $1 AND state = 'pending'`, visa)
	return tag.RowsAffected(), err
}

func (v *visas) state(ctx context.Context, visa string) (state string, err error) {
	err = v.db.QueryRow(ctx, `SELECT state FROM visas WHERE id = $1`, visa).Scan(&state)
	return state, err
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

// Work reads the row when it could not change it: approved is what was wanted, anything else will not become better by repeating.
func (w *stampWorker) Work(ctx context.Context, job *river.Job[stampArgs]) error {
	n, err := w.visas.approve(ctx, job.Args.Visa)
	if err != nil {
		return err
	}
	if n == 0 {
		state, err := w.visas.state(ctx, job.Args.Visa)
		if err != nil {
			return err
		}
		if state != "approved" {
			return river.JobCancel(fmt.Errorf("visa %s is %s", job.Args.Visa, state))
		}
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

// Work takes a page that is there for its own: the name is made from the content.
func (w *archiveWorker) Work(ctx context.Context, job *river.Job[archiveArgs]) error {
	_, err := w.pages.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("archive"), Key: aws.String(job.Args.Page), IfNoneMatch: aws.String("*")})
	var answer *awshttp.ResponseError
	if errors.As(err, &answer) && answer.HTTPStatusCode() == http.StatusPreconditionFailed {
		return nil
	}
	return err
}
