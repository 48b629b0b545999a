// Package rows keeps requests in a table: running, and done with an answer.
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

// desk works on requests of tenants.
type desk struct {
	db   *sqlx.DB
	work func(ctx context.Context, tenant, body string) (string, error)
}

// submit stores answers, but no failures: after one, the request is running for ever.
func (d *desk) submit(ctx context.Context, tenant, key, body string) error {
	res, err := d.db.ExecContext(ctx, `insert into requests (tenant, key, state) values ($1, $2, 'running') on conflict (tenant, key) do nothing`, tenant, key) // want "IDV311: .*requests"
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return d.outcome(ctx, tenant, key)
	}
	answer, err := d.work(ctx, tenant, body)
	if err != nil {
		return err
	}
	_, err = d.db.ExecContext(ctx, `update requests set state = 'done', answer = $1 where tenant = $2 and key = $3`, answer, tenant, key)
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

// nightly runs what has not been run today.
type nightly struct{ db *gorm.DB }

func (n nightly) once(ctx context.Context, name, day string, do func(context.Context) error) error {
	res := n.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&job{Name: name, Day: day}) // want "IDV311: .*nightly_jobs"
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return nil
	}
	return do(ctx)
}
