// Package river puts jobs into the very database that the transaction writes to, and not through the transaction.
package river

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// cutArgs is a job.
type cutArgs struct {
	Film int64 `json:"film"`
}

func (cutArgs) Kind() string { return "cut_film" }

// studio makes films.
type studio struct {
	pool  *pgxpool.Pool
	river *river.Client[pgx.Tx]
	asynq *asynq.Client
}

// upload enqueues a job that may run before the film is there, or although there is none.
func (s *studio) upload(ctx context.Context, title string) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var film int64
		if err := tx.QueryRow(ctx, `insert into films (title) values ($1) returning id`, title).Scan(&film); err != nil {
			return err
		}
		_, err := s.river.Insert(ctx, cutArgs{Film: film}, nil) // want "IDV502: .*Insert"
		return err
	})
}

// publish enqueues into Redis.
func (s *studio) publish(ctx context.Context, film string) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := s.open(ctx, tx, film); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (s *studio) open(ctx context.Context, tx pgx.Tx, film string) error {
	if _, err := tx.Exec(ctx, `update films set public = true where id = $1`, film); err != nil {
		return err
	}
	_, err := s.asynq.EnqueueContext(ctx, asynq.NewTask("film:index", []byte(film)), asynq.TaskID("index-"+film)) // want "IDV502: .*EnqueueContext"
	return err
}
