package joins

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// runner is what a pool and a transaction have in common.
type runner interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// vineyard has casks.
type vineyard struct{ pool *pgxpool.Pool }

// start begins a transaction, and hands its commit and its rollback over beside it.
func start(ctx context.Context, pool *pgxpool.Pool) (pgx.Tx, func(context.Context) error, func(), error) {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	undo := func() { _ = tx.Rollback(ctx) }
	return tx, tx.Commit, undo, nil
}

// label begins a transaction where it is given none; what it is given has another type with its callers.
func (v *vineyard) label(ctx context.Context, tx runner, cask int64) error {
	var commit func(context.Context) error
	if tx == nil {
		own, done, undo, err := start(ctx, v.pool)
		if err != nil {
			return err
		}
		defer undo()
		tx, commit = own, done
	}
	if _, err := tx.Exec(ctx, `UPDATE casks SET labelled = true WHERE id = $1`, cask); err != nil {
		return err
	}
	if commit != nil {
		return commit(ctx)
	}
	return nil
}

func (v *vineyard) press(ctx context.Context, cask int64, litres int) error {
	tx, commit, undo, err := start(ctx, v.pool)
	if err != nil {
		return err
	}
	defer undo()
	if _, err := tx.Exec(ctx, `INSERT INTO pressings (cask, litres) VALUES ($1, $2)`, cask, litres); err != nil {
		return err
	}
	if err := v.label(ctx, tx, cask); err != nil {
		return err
	}
	return commit(ctx)
}

// bottle writes and reads through the pool when the transaction has been committed, by the function that came with it.
func (v *vineyard) bottle(ctx context.Context, cask int64) (int, error) {
	tx, commit, undo, err := start(ctx, v.pool)
	if err != nil {
		return 0, err
	}
	defer undo()
	if _, err := tx.Exec(ctx, `UPDATE casks SET bottled = true WHERE id = $1`, cask); err != nil {
		return 0, err
	}
	if err := commit(ctx); err != nil {
		return 0, err
	}
	if _, err := v.pool.Exec(ctx, `UPDATE cellars SET visited = now()`); err != nil {
		return 0, err
	}
	var left int
	if err := v.pool.QueryRow(ctx, `SELECT litres FROM casks WHERE id = $1`, cask).Scan(&left); err != nil {
		return 0, err
	}
	if left > 0 {
		return left, nil
	}
	return 0, nil
}
