// Package unit opens units of work on PostgreSQL.
package unit

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/unitofwork/good/lets"
)

// Unit implements lets.Work.
type Unit struct{ Pool *pgxpool.Pool }

// Do runs do in a transaction at the isolation of the database.
func (u *Unit) Do(ctx context.Context, do func(ctx context.Context, r lets.Repos) error) error {
	tx, err := u.Pool.Begin(ctx)
	if err != nil {
		return err
	}
	if err := do(ctx, &repos{tx: tx}); err != nil {
		_ = tx.Rollback(ctx)
		return err
	}
	return tx.Commit(ctx)
}

type repos struct{ tx pgx.Tx }

// Boats implements lets.Repos.
func (r *repos) Boats() lets.Boats { return &boats{tx: r.tx} }

type boats struct{ tx pgx.Tx }
