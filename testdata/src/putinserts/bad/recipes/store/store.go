// Package store keeps recipes.
package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnknown says that there is no such recipe.
var ErrUnknown = errors.New("unknown recipe")

// Recipes are in a database.
type Recipes struct{ Pool *pgxpool.Pool }

// Save stores a recipe under the next number.
func (r *Recipes) Save(ctx context.Context, cook, text string) (number int64, err error) {
	err = r.Pool.QueryRow(ctx, `insert into recipes (cook, text) values ($1, $2) returning number`, cook, text).Scan(&number)
	return number, err
}

// Drop deletes a recipe.
func (r *Recipes) Drop(ctx context.Context, cook string, number int64) error {
	tag, err := r.Pool.Exec(ctx, `delete from recipes where cook = $1 and number = $2`, cook, number)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrUnknown
	}
	return nil
}
