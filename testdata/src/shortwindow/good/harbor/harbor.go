// Package harbor books berths by activities that are tried for a day. What they remember is kept for twice that long.
package harbor

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

const (
	limit = 24 * time.Hour
	keep  = 2 * limit
)

func stay(ctx workflow.Context, ship string, nights int) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    time.Minute,
		ScheduleToCloseTimeout: limit,
	})
	var b *berths
	return workflow.ExecuteActivity(ctx, b.Occupy, ship, nights).Get(ctx, nil)
}

type berths struct{ pool *pgxpool.Pool }

func (b *berths) register(w worker.Worker) {
	w.RegisterWorkflow(stay)
	w.RegisterActivity(b)
}

// Occupy adds nights to a ship's bill, once for all attempts.
func (b *berths) Occupy(ctx context.Context, ship string, nights int) error {
	info := activity.GetInfo(ctx)
	return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		done, err := journal{tx}.has(ctx, info.WorkflowExecution.RunID+"/"+info.ActivityID)
		if err != nil || done {
			return err
		}
		_, err = tx.Exec(ctx, `update bills set nights = nights + $2 where ship = $1`, ship, nights)
		return err
	})
}

// journal knows which steps were done.
type journal struct{ tx pgx.Tx }

// has reports whether the step was done before, and notes it.
func (j journal) has(ctx context.Context, step string) (bool, error) {
	tag, err := j.tx.Exec(ctx, `insert into steps (step, at) values ($1, now()) on conflict (step) do nothing`, step)
	return err == nil && tag.RowsAffected() == 0, err
}

// forget runs every few minutes.
func (b *berths) forget(ctx context.Context) error {
	_, err := b.pool.Exec(ctx, `delete from steps where at < $1`, time.Now().Add(-keep))
	return err
}
