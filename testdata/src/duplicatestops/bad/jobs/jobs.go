// Package jobs changes a state once, and starts the next step once: if the process ends in between, never.
package jobs

import (
	"context"
	"time"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"go.temporal.io/sdk/client"
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

// cut does not send a robe to be sewn that is cut already, even if it never was sent.
func (a *atelier) cut(ctx context.Context, t *asynq.Task) error {
	robe := string(t.Payload())
	first, err := a.pieces(ctx, robe)
	if err != nil {
		return err
	}
	if !first {
		return nil // want "IDV405: .*(robes|Enqueue)"
	}
	_, err = a.tasks.EnqueueContext(ctx, asynq.NewTask("robe:sew", t.Payload()), asynq.TaskID("sew-"+robe), asynq.Retention(24*time.Hour))
	return err
}

// DyeArgs are the arguments of a job that dyes cloth.
type DyeArgs struct {
	Cloth string `json:"cloth"`
}

// Kind names the job.
func (DyeArgs) Kind() string { return "dye" }

// Dyer dyes cloth.
type Dyer struct {
	river.WorkerDefaults[DyeArgs]
	db    *pgxpool.Pool
	flows client.Client
}

// dyed says whether it was this job that dyed.
func (d *Dyer) dyed(ctx context.Context, cloth string) (bool, error) {
	tx, err := d.db.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	tag, err := tx.Exec(ctx, `UPDATE cloths SET state = 'dyed' WHERE id = $1 AND state = 'white'`, cloth)
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	if _, err := tx.Exec(ctx, `UPDATE vats SET litres = litres - 5 WHERE colour = (SELECT colour FROM cloths WHERE id = $1)`, cloth); err != nil {
		return false, err
	}
	return true, tx.Commit(ctx)
}

// Work starts a workflow under a name of the cloth.
func (d *Dyer) Work(ctx context.Context, job *river.Job[DyeArgs]) error {
	mine, err := d.dyed(ctx, job.Args.Cloth)
	if err != nil || !mine {
		return err // want "IDV405: .*(cloths|ExecuteWorkflow)"
	}
	_, err = d.flows.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: "dry-" + job.Args.Cloth, TaskQueue: "dry"}, "Dry", job.Args.Cloth)
	return err
}
