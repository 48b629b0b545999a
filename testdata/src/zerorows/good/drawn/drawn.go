// Package drawn stores rows whose keys the database draws: a repeat is not refused, whatever else is wrong with it.
package drawn

import (
	"context"
	"encoding/json"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

// Claim is damage that somebody reports. Its number comes from the database, and the report is only searched for.
type Claim struct {
	ID     int64  `gorm:"primaryKey"`
	Report string `gorm:"index"`
	Cents  int64
}

// TableName names the table.
func (Claim) TableName() string { return "crate_claims" }

// claims is the repository.
type claims struct{ db *gorm.DB }

func (c *claims) add(ctx context.Context, claim *Claim) error {
	return c.db.WithContext(ctx).Create(claim).Error // want "IDV402: .*crate_claims"
}

// desk is between queue and repository.
type desk struct {
	claims *claims
	pool   *pgxpool.Pool
}

func (d *desk) open(ctx context.Context, report string, cents int64) error {
	return d.claims.add(ctx, &Claim{Report: report, Cents: cents})
}

func (d *desk) report(ctx context.Context, task *asynq.Task) error {
	var p struct {
		Report string
		Cents  int64
	}
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return err
	}
	return d.open(ctx, p.Report, p.Cents)
}

// scan keeps what a scanner saw. Its number is no unique one.
func (d *desk) scan(ctx context.Context, task *asynq.Task) error {
	var p struct{ Scan, Box string }
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return err
	}
	_, err := d.pool.Exec(ctx, `INSERT INTO crate_scans (number, crate_id) VALUES ($1, $2)`, p.Scan, p.Box) // want "IDV402: .*crate_scans"
	return err
}

func (d *desk) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("damage:report", d.report)
	m.HandleFunc("box:scan", d.scan)
	return m
}
