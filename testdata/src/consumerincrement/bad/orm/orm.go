// Package orm writes relative changes through libraries that build the statement.
package orm

import (
	"context"
	"encoding/json"
	"fmt"

	sq "github.com/Masterminds/squirrel"
	"github.com/hibiken/asynq"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
)

// Shelf is a place in a warehouse.
type Shelf struct {
	ID     int64 `gorm:"primaryKey" bun:",pk"`
	Pieces int
}

// TableName names the table.
func (Shelf) TableName() string { return "shelves" }

type move struct {
	Number string `json:"number"`
	Shelf  int64  `json:"shelf"`
	Pieces int    `json:"pieces"`
}

func read(task *asynq.Task) (m move, err error) {
	if err := json.Unmarshal(task.Payload(), &m); err != nil {
		return m, fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	return m, nil
}

// shelves is the repository.
type shelves struct{ db *gorm.DB }

func (s *shelves) take(ctx context.Context, m move) error {
	return s.db.WithContext(ctx).Model(&Shelf{}).Where("id = ?", m.Shelf).UpdateColumn("pieces", gorm.Expr("pieces - ?", m.Pieces)).Error // want "IDV401: .*shelves"
}

// forklift does what the queue says, until it is done.
type forklift struct{ shelves *shelves }

func (f *forklift) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("shelf:take", f.take)
	return m
}

func (f *forklift) take(ctx context.Context, task *asynq.Task) error {
	m, err := read(task)
	if err != nil {
		return err
	}
	return f.shelves.take(ctx, m)
}

// Pallet is counted with bun.
type Pallet struct {
	bun.BaseModel `bun:"table:pallets"`
	ID            int64 `bun:",pk"`
	Boxes         int
}

type yard struct{ db *bun.DB }

// ProcessTask loads boxes onto a pallet.
func (y *yard) ProcessTask(ctx context.Context, task *asynq.Task) error {
	m, err := read(task)
	if err != nil {
		return err
	}
	_, err = y.db.NewUpdate().Model((*Pallet)(nil)).Set("boxes = boxes + ?", m.Pieces).Where("id = ?", m.Shelf).Exec(ctx) // want "IDV401: .*pallets"
	return err
}

func (y *yard) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.Handle("pallet:load", y)
	return m
}

// dock has its statement from a builder.
type dock struct{ db sq.BaseRunner }

func (d *dock) unload(ctx context.Context, task *asynq.Task) error {
	m, err := read(task)
	if err != nil {
		return err
	}
	_, err = sq.Update("dock_gates").Set("waiting", sq.Expr("waiting - ?", m.Pieces)).Where(sq.Eq{"id": m.Shelf}).RunWith(d.db).ExecContext(ctx) // want "IDV401: .*dock_gates"
	return err
}

func (d *dock) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("dock:unload", d.unload)
	return m
}
