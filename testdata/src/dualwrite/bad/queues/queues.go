// Package queues commits and then enqueues the job that has to follow.
package queues

import (
	"context"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/riverqueue/river"
)

// printArgs is a job.
type printArgs struct {
	Photo int64 `json:"photo"`
}

func (printArgs) Kind() string { return "print_photo" }

// lab prints photos.
type lab struct {
	pool  *pgxpool.Pool
	river *river.Client[pgx.Tx]
}

// order forgets that the queue lives in the same database.
func (l *lab) order(ctx context.Context, name string) error {
	photo, err := l.save(ctx, name)
	if err != nil {
		return err
	}
	_, err = l.river.Insert(ctx, printArgs{Photo: photo}, nil) // want "IDV503: .*Insert"
	return err
}

func (l *lab) save(ctx context.Context, name string) (id int64, err error) {
	err = pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `insert into photos (name) values ($1) returning id`, name).Scan(&id)
	})
	return id, err
}

// album keeps albums, and has its queue in Redis.
type album struct {
	db    *sqlx.DB
	asynq *asynq.Client
}

func (a *album) create(ctx context.Context, title string) error {
	res, err := a.db.ExecContext(ctx, `INSERT INTO albums (title) VALUES (?)`, title)
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	task := asynq.NewTask("album:bind", fmt.Append(nil, id))
	_, err = a.asynq.EnqueueContext(ctx, task, asynq.TaskID(fmt.Sprintf("bind-%d", id))) // want "IDV503: .*EnqueueContext"
	return err
}
