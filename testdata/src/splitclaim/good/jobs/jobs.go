// Package jobs marks tasks in the database in which it works.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/riverqueue/river"
)

// raffle draws.
type raffle struct{ db *sqlx.DB }

func (r *raffle) routes(mux *asynq.ServeMux) { mux.HandleFunc("raffle:draw", r.draw) }

type ticket struct {
	Ticket string `db:"ticket"`
	Player string `db:"player"`
	Prize  int64  `db:"prize"`
}

func (r *raffle) draw(ctx context.Context, t *asynq.Task) error {
	var p ticket
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	tx, err := r.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.NamedExecContext(ctx, `insert into draws (ticket, player) values (:ticket, :player) on conflict (ticket) do nothing`, p)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `update prizes set pieces = pieces - 1 where id = $1`, p.Prize); err != nil {
		return err
	}
	return tx.Commit()
}

// PackArgs are the arguments of a job that packs an order.
type PackArgs struct {
	Order string `json:"order"`
}

// Kind names the job.
func (PackArgs) Kind() string { return "pack" }

// order stores the order and its job together. The queue is in the same database.
func order(ctx context.Context, pool *pgxpool.Pool, jobs *river.Client[pgx.Tx], number string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `insert into orders (number) values ($1) on conflict (number) do nothing`, number)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = jobs.InsertTx(ctx, tx, PackArgs{Order: number}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}})
		return err
	})
}
