// Package catalogue writes in the transaction that it is given, and leaves it whole.
package catalogue

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrKnown says that the object is in the catalogue.
var ErrKnown = errors.New("catalogue: known object")

// Add adds an object, in a savepoint of its own.
func Add(ctx context.Context, tx pgx.Tx, object string) error {
	sp, err := tx.Begin(ctx)
	if err != nil {
		return err
	}
	defer sp.Rollback(ctx)
	if _, err := sp.Exec(ctx, `INSERT INTO sky_objects (name) VALUES ($1)`, object); err != nil {
		if pg := new(pgconn.PgError); errors.As(err, &pg) && pg.Code == "23505" {
			return fmt.Errorf("%s: %w", object, ErrKnown)
		}
		return err
	}
	return sp.Commit(ctx)
}
