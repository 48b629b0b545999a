// Package rows keeps requests in a table, and what became of them, good or bad.
package rows

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// ErrRunning says that the same request is being worked on.
var ErrRunning = errors.New("the same request is running")

// errRefused is an answer for good.
var errRefused = errors.New("refused")

// desk works on requests of tenants.
type desk struct {
	db   *sqlx.DB
	work func(ctx context.Context, tenant, body string) (string, error)
}

// submit stores a refusal as the answer, and lets the next attempt in after any other failure, or after ten minutes.
func (d *desk) submit(ctx context.Context, tenant, key, body string) error {
	res, err := d.db.ExecContext(ctx, `insert into requests (tenant, key, state, started) values ($1, $2, 'running', now())
		on conflict (tenant, key) do update set started = excluded.started
		where requests.state = 'running' and requests.started < now() - interval '10 minutes'`, tenant, key)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return d.outcome(ctx, tenant, key)
	}
	answer, err := d.work(ctx, tenant, body)
	if errors.Is(err, errRefused) {
		return errors.Join(err, d.finish(context.WithoutCancel(ctx), tenant, key, "refused", err.Error()))
	}
	if err != nil {
		_, gone := d.db.ExecContext(context.WithoutCancel(ctx), `delete from requests where tenant = $1 and key = $2`, tenant, key)
		return errors.Join(err, gone)
	}
	return d.finish(ctx, tenant, key, "done", answer)
}

func (d *desk) finish(ctx context.Context, tenant, key, state, answer string) error {
	_, err := d.db.ExecContext(ctx, `update requests set state = $1, answer = $2 where tenant = $3 and key = $4`, state, answer, tenant, key)
	return err
}

func (d *desk) outcome(ctx context.Context, tenant, key string) error {
	var state string
	if err := d.db.GetContext(ctx, &state, `select state from requests where tenant = $1 and key = $2`, tenant, key); err != nil {
		return err
	}
	if state == "running" {
		return ErrRunning
	}
	return nil
}

// job is a row of nightly_jobs.
type job struct {
	Name string `gorm:"primaryKey"`
	Day  string `gorm:"primaryKey"`
}

func (job) TableName() string { return "nightly_jobs" }

// nightly runs what has not been run today, in the transaction of the row that says so.
type nightly struct{ db *gorm.DB }

func (n nightly) once(ctx context.Context, name, day string, do func(*gorm.DB) error) error {
	return n.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&job{Name: name, Day: day})
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		return do(tx)
	})
}
