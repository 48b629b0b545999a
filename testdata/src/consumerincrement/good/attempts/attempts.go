// Package attempts counts attempts. A number that is meant to rise with each run is right when it rises with each run.
package attempts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

// Import is a file that a job reads.
type Import struct {
	ID       string `gorm:"primaryKey"`
	Attempts int
	State    string
}

// TableName names the table.
func (Import) TableName() string { return "imports" }

type importer struct {
	db   *gorm.DB
	read func(ctx context.Context, id string) error
}

func (i *importer) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("import:read", i.run)
	return m
}

func (i *importer) run(ctx context.Context, task *asynq.Task) error {
	id := string(task.Payload())
	db := i.db.WithContext(ctx).Model(&Import{}).Where("id = ?", id)
	if err := db.UpdateColumn("attempts", gorm.Expr("attempts + 1")).Error; err != nil {
		return err
	}
	if err := i.read(ctx, id); err != nil {
		return err
	}
	return i.db.WithContext(ctx).Model(&Import{}).Where("id = ?", id).Update("state", "read").Error
}

// pinger asks an address of a customer until it answers.
type pinger struct {
	db     *sql.DB
	client *http.Client
}

func (p *pinger) sweep(ctx context.Context) error {
	rows, err := p.db.QueryContext(ctx, `SELECT id, url FROM pings WHERE answered_at IS NULL AND tries < 20`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var all error
	for rows.Next() {
		var id int64
		var url string
		if err := rows.Scan(&id, &url); err != nil {
			return err
		}
		all = errors.Join(all, p.ping(ctx, id, url))
	}
	return errors.Join(all, rows.Err())
}

func (p *pinger) ping(ctx context.Context, id int64, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		_, err := p.db.ExecContext(ctx, `UPDATE pings SET tries = tries + 1, last_error = $2 WHERE id = $1`, id, err.Error())
		return err
	}
	defer resp.Body.Close()
	_, err = p.db.ExecContext(ctx, `UPDATE pings SET answered_at = now() WHERE id = $1`, id)
	return err
}
