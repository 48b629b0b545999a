// Package orm inserts through libraries, with the name of the event in a unique column.
package orm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Fine is what a reader owes for a book that came back late: one fine per loan.
type Fine struct {
	ID     uint   `gorm:"primaryKey"`
	Loan   string `gorm:"uniqueIndex"`
	Reader string
	Cents  int64
}

// TableName names the table.
func (Fine) TableName() string { return "fines" }

// fines is the repository.
type fines struct{ db *gorm.DB }

func (f *fines) add(ctx context.Context, fine *Fine) error {
	return f.db.WithContext(ctx).Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "loan"}}, DoNothing: true}).Create(fine).Error
}

// addStrict has the error translated, and takes it for success.
func (f *fines) addStrict(ctx context.Context, fine *Fine) error {
	err := f.db.WithContext(ctx).Create(fine).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return nil
	}
	return err
}

// desk is the service between queue and repository.
type desk struct{ fines *fines }

func (d *desk) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("loan:late", d.late)
	m.HandleFunc("loan:lost", d.lost)
	return m
}

func (d *desk) late(ctx context.Context, task *asynq.Task) error {
	f, err := read(task)
	if err != nil {
		return err
	}
	return d.fines.add(ctx, f)
}

func (d *desk) lost(ctx context.Context, task *asynq.Task) error {
	f, err := read(task)
	if err != nil {
		return err
	}
	return d.fines.addStrict(ctx, f)
}

func read(task *asynq.Task) (*Fine, error) {
	var p struct {
		Loan, Reader string
		Cents        int64
	}
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return nil, fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	return &Fine{Loan: p.Loan, Reader: p.Reader, Cents: p.Cents}, nil
}

// Note is a remark about a book. The id is that of the job.
type Note struct {
	bun.BaseModel `bun:"table:book_notes"`
	ID            int64 `bun:",pk"`
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
	note := &Note{ID: job.ID, Book: job.Args.Book, Text: job.Args.Text}
	_, err := w.db.NewInsert().Model(note).Ignore().Exec(ctx)
	return err
}
