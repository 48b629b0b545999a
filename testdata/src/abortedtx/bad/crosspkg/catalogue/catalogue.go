// Package catalogue writes in the transaction that it is given, and names the violation.
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

// Add adds an object.
func Add(ctx context.Context, tx pgx.Tx, object string) error {
	_, err := tx.Exec(ctx, `INSERT INTO sky_objects (name) VALUES ($1)`, object)
	if pg := new(pgconn.PgError); errors.As(err, &pg) && pg.Code == "23505" {
		return fmt.Errorf("%s: %w", object, ErrKnown)
	}
	return err
}
