// Package orm writes relative changes through libraries that build the statement, behind a row for each number.
package orm

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Shelf is a place in a warehouse.
type Shelf struct {
	ID     int64 `gorm:"primaryKey"`
	Pieces int
}

// TableName names the table.
func (Shelf) TableName() string { return "shelves" }

// Done is a move that was made.
type Done struct {
	Number string `gorm:"primaryKey"`
	At     time.Time
}

// TableName names the table.
func (Done) TableName() string { return "moves_done" }

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

// first reports whether the move is new.
func (s *shelves) first(tx *gorm.DB, number string) (bool, error) {
	res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&Done{Number: number, At: time.Now()})
	return res.RowsAffected == 1, res.Error
}

func (s *shelves) take(ctx context.Context, m move) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if ok, err := s.first(tx, m.Number); err != nil || !ok {
			return err
		}
		return tx.Model(&Shelf{}).Where("id = ?", m.Shelf).UpdateColumn("pieces", gorm.Expr("pieces - ?", m.Pieces)).Error
	})
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

// Load is a move onto a pallet.
type Load struct {
	bun.BaseModel `bun:"table:pallet_loads"`
	Number        string `bun:",pk"`
	Boxes         int
}

type yard struct{ db *bun.DB }

// ProcessTask loads boxes onto a pallet. The load is inserted under its number, and the sum follows from the loads.
func (y *yard) ProcessTask(ctx context.Context, task *asynq.Task) error {
	m, err := read(task)
	if err != nil {
		return err
	}
	_, err = y.db.NewInsert().Model(&Load{Number: m.Number, Boxes: m.Pieces}).On("CONFLICT (number) DO NOTHING").Exec(ctx)
	return err
}

func (y *yard) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.Handle("pallet:load", y)
	return m
}
