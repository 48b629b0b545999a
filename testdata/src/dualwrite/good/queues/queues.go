// Package queues enqueues in the transaction, or from rows that wait.
package queues

import (
	"context"
	"errors"
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

func (l *lab) order(ctx context.Context, name string) error {
	tx, err := l.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	photo, err := l.save(ctx, tx, name)
	if err != nil {
		return err
	}
	if _, err := l.river.InsertTx(ctx, tx, printArgs{Photo: photo}, nil); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (l *lab) save(ctx context.Context, tx pgx.Tx, name string) (id int64, err error) {
	err = tx.QueryRow(ctx, `insert into photos (name) values ($1) returning id`, name).Scan(&id)
	return id, err
}

// album keeps albums, and has its queue in Redis.
type album struct {
	db    *sqlx.DB
	asynq *asynq.Client
}

func (a *album) create(ctx context.Context, title string) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO albums (title, state) VALUES (?, 'new')`, title)
	return err
}

// sweep enqueues what is new. A task whose id is there already is one that was enqueued.
func (a *album) sweep(ctx context.Context) error {
	var ids []int64
	if err := a.db.SelectContext(ctx, &ids, `SELECT id FROM albums WHERE state = 'new'`); err != nil {
		return err
	}
	var errs []error
	for _, id := range ids {
		errs = append(errs, a.bind(ctx, id))
	}
	return errors.Join(errs...)
}

func (a *album) bind(ctx context.Context, id int64) error {
	task := asynq.NewTask("album:bind", fmt.Append(nil, id))
	_, err := a.asynq.EnqueueContext(ctx, task, asynq.TaskID(fmt.Sprintf("bind-%d", id)))
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return err
	}
	_, err = a.db.ExecContext(ctx, `UPDATE albums SET state = 'queued' WHERE id = ? AND state = 'new'`, id)
	return err
}
