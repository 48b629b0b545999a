// Package observatory goes on after the catalogue has said that the object is known; the transaction is as it was before.
package observatory

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/abortedtx/good/crosspkg/catalogue"
)

// Observatory plans nights.
type Observatory struct{ Pool *pgxpool.Pool }

// Plan puts an object on the plan of a night.
func (o *Observatory) Plan(ctx context.Context, night, object string) error {
	return pgx.BeginFunc(ctx, o.Pool, func(tx pgx.Tx) error {
		err := catalogue.Add(ctx, tx, object)
		if errors.Is(err, catalogue.ErrKnown) {
			err = nil
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO night_plans (night, object) VALUES ($1, $2)`, night, object)
		return err
	})
}
