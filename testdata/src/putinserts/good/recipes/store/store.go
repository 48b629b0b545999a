// Package store keeps recipes.
package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnknown says that there is no such recipe.
var ErrUnknown = errors.New("unknown recipe")

// Recipes are in a database.
type Recipes struct{ Pool *pgxpool.Pool }

// Steps replaces the steps of a recipe. The rows are new, and say the same as those before.
func (r *Recipes) Steps(ctx context.Context, name string, steps []string) error {
	return pgx.BeginFunc(ctx, r.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select 1 from recipes where name = $1 for update`, name); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from recipe_steps where recipe = $1`, name); err != nil {
			return err
		}
		for i, s := range steps {
			if _, err := tx.Exec(ctx, `insert into recipe_steps (recipe, place, text) values ($1, $2, $3)`, name, i, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// Drop marks a recipe as dropped. The row stays, so that a second request finds it too.
func (r *Recipes) Drop(ctx context.Context, name string) error {
	tag, err := r.Pool.Exec(ctx, `update recipes set dropped = true where name = $1`, name)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrUnknown
	}
	return nil
}
