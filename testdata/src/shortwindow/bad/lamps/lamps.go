// Package lamps orders repairs of street lamps. It tries for two hours, and a job is unique for ten minutes.
package lamps

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/sethvargo/go-retry"
)

// RepairArgs are the arguments of a repair.
type RepairArgs struct {
	Report string `json:"report"`
}

// Kind names the job.
func (RepairArgs) Kind() string { return "lamp_repair" }

// InsertOpts are the options of each repair.
func (RepairArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{
		ByArgs:   true,
		ByPeriod: 10 * time.Minute, // want "IDV601: .*ByPeriod"
	}}
}

type town struct{ jobs *river.Client[pgx.Tx] }

// order puts a repair into the queue, however long the database takes to come back.
func (t *town) order(ctx context.Context, report string) error {
	waits := retry.WithMaxDuration(2*time.Hour, retry.WithCappedDuration(time.Minute, retry.NewExponential(time.Second)))
	return retry.Do(ctx, waits, func(ctx context.Context) error {
		_, err := t.jobs.Insert(ctx, RepairArgs{Report: report}, nil)
		return retry.RetryableError(err)
	})
}
