// Package joins has a helper that begins a transaction and hands its commit over beside it.
package joins

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type vineyard struct{ pool *pgxpool.Pool }

func start(ctx context.Context, pool *pgxpool.Pool) (pgx.Tx, func(context.Context) error, func(), error) {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	undo := func() { _ = tx.Rollback(ctx) }
	return tx, tx.Commit, undo, nil
}

// bottle visits the cellar while the transaction is still open.
func (v *vineyard) bottle(ctx context.Context, cask int64) error {
	tx, commit, undo, err := start(ctx, v.pool)
	if err != nil {
		return err
	}
	defer undo()
	if _, err := tx.Exec(ctx, `UPDATE casks SET bottled = true WHERE id = $1`, cask); err != nil {
		return err
	}
	if _, err := v.pool.Exec(ctx, `UPDATE cellars SET bottles = bottles + 1`); err != nil { // want "IDV507: cellars"
		return err
	}
	return commit(ctx)
}
