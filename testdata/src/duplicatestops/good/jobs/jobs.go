// Package jobs starts the next step whether or not the state was changed before, or together with the change.
package jobs

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"gorm.io/gorm"
)

// Robe is sewn in steps.
type Robe struct {
	ID    string `gorm:"primaryKey"`
	State string
}

// TableName names the table.
func (Robe) TableName() string { return "robes" }

// Piece is what a robe is cut into.
type Piece struct {
	Robe string `gorm:"primaryKey"`
	Part string `gorm:"primaryKey"`
}

// TableName names the table.
func (Piece) TableName() string { return "pieces" }

// atelier sews.
type atelier struct {
	orm   *gorm.DB
	tasks *asynq.Client
}

func (a *atelier) routes(mux *asynq.ServeMux) { mux.HandleFunc("robe:cut", a.cut) }

// pieces cuts the robe in one transaction, and says whether it was this attempt that did.
func (a *atelier) pieces(ctx context.Context, robe string) (first bool, err error) {
	err = a.orm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		res := tx.Model(&Robe{}).Where("id = ? AND state = ?", robe, "drawn").Update("state", "cut")
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		first = true
		return tx.Create(&[]Piece{{Robe: robe, Part: "front"}, {Robe: robe, Part: "back"}}).Error
	})
	return first, err
}

// cut asks for the next step in any case, under the name of the robe.
func (a *atelier) cut(ctx context.Context, t *asynq.Task) error {
	robe := string(t.Payload())
	first, err := a.pieces(ctx, robe)
	if err != nil {
		return err
	}
	if !first {
		log.Printf("robe %s is cut", robe)
	}
	_, err = a.tasks.EnqueueContext(ctx, asynq.NewTask("robe:sew", t.Payload()), asynq.TaskID("sew-"+robe), asynq.Retention(24*time.Hour))
	if errors.Is(err, asynq.ErrTaskIDConflict) {
		return nil
	}
	return err
}

// DyeArgs are the arguments of a job that dyes cloth.
type DyeArgs struct {
	Cloth string `json:"cloth"`
}

// Kind names the job.
func (DyeArgs) Kind() string { return "dye" }

// DryArgs are the arguments of the job after it.
type DryArgs struct {
	Cloth string `json:"cloth"`
}

// Kind names the job.
func (DryArgs) Kind() string { return "dry" }

// Dyer dyes cloth.
type Dyer struct {
	river.WorkerDefaults[DyeArgs]
	db   *pgxpool.Pool
	jobs *river.Client[pgx.Tx]
}

// Work changes the state and inserts the next job in one transaction. Where the state is changed, the job is there.
func (d *Dyer) Work(ctx context.Context, job *river.Job[DyeArgs]) error {
	return pgx.BeginFunc(ctx, d.db, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE cloths SET state = 'dyed' WHERE id = $1 AND state = 'white'`, job.Args.Cloth)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = d.jobs.InsertTx(ctx, tx, DryArgs{Cloth: job.Args.Cloth}, nil)
		return err
	})
}
