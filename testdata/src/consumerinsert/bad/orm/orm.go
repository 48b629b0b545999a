// Package orm inserts through libraries; the key of a row is drawn by the database.
package orm

import (
	"context"
	"encoding/json"
	"fmt"

	sq "github.com/Masterminds/squirrel"
	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
)

// Fine is what a reader owes for a book that came back late. The number is only searched for, so its index is not unique.
type Fine struct {
	ID     uint   `gorm:"primaryKey"`
	Loan   string `gorm:"index"`
	Reader string
	Cents  int64
}

// TableName names the table.
func (Fine) TableName() string { return "fines" }

// fines is the repository.
type fines struct{ db *gorm.DB }

func (f *fines) add(ctx context.Context, fine *Fine) error {
	return f.db.WithContext(ctx).Create(fine).Error // want "IDV402: .*fines"
}

// desk is the service between queue and repository.
type desk struct{ fines *fines }

func (d *desk) late(ctx context.Context, loan, reader string, days int64) error {
	return d.fines.add(ctx, &Fine{Loan: loan, Reader: reader, Cents: 20 * days})
}

func (d *desk) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("loan:late", d.handle)
	return m
}

func (d *desk) handle(ctx context.Context, task *asynq.Task) error {
	var p struct {
		Loan, Reader string
		Days         int64
	}
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	return d.late(ctx, p.Loan, p.Reader, p.Days)
}

// Note is a remark about a book.
type Note struct {
	bun.BaseModel `bun:"table:book_notes"`
	ID            int64 `bun:",pk,autoincrement"`
	Book          string
	Text          string
}

type noteArgs struct {
	Book string `json:"book"`
	Text string `json:"text"`
}

func (noteArgs) Kind() string { return "note_book" }

type noteWorker struct {
	river.WorkerDefaults[noteArgs]
	db *bun.DB
}

func (w *noteWorker) Work(ctx context.Context, job *river.Job[noteArgs]) error {
	note := &Note{Book: job.Args.Book, Text: job.Args.Text}
	_, err := w.db.NewInsert().Model(note).Exec(ctx) // want "IDV402: .*book_notes"
	return err
}

// damages has its statement from a builder.
type damages struct{ db sq.BaseRunner }

// ProcessTask writes down a damage.
func (d *damages) ProcessTask(ctx context.Context, task *asynq.Task) error {
	_, err := sq.Insert("damages").Columns("report").Values(task.Payload()).RunWith(d.db).ExecContext(ctx) // want "IDV402: .*damages"
	return err
}

func (d *damages) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.Handle("book:damaged", d)
	return m
}
