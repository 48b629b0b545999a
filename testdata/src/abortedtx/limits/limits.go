// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"errors"
)

// errThere is what some store says, which is in another package and known here by its interface.
var errThere = errors.New("it is there")

type topics interface {
	Add(ctx context.Context, tx *sql.Tx, name string) error
}

func post(ctx context.Context, tx *sql.Tx, t topics, name, text string) error {
	if err := t.Add(ctx, tx, name); err != nil && !errors.Is(err, errThere) { // miss: IDV303 that a statement has failed when this error comes is not visible
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO posts (topic, body) VALUES ($1, $2)`, name, text)
	return err
}

// The handle is a field that holds the pool in one program and a transaction in another.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Guests is a store.
type Guests struct{ DB execer }

// Invite adds a guest.
func (g *Guests) Invite(ctx context.Context, name string) error {
	if _, err := g.DB.ExecContext(ctx, `INSERT INTO guests (name) VALUES ($1)`, name); err != nil && duplicate(err) {
		return nil // miss: IDV303 the handle may be a pool
	}
	_, err := g.DB.ExecContext(ctx, `UPDATE parties SET open = true`)
	return err
}

func duplicate(err error) bool {
	var s interface{ SQLState() string }
	return errors.As(err, &s) && s.SQLState() == "23505"
}

// The server is PostgreSQL, and nothing in the package says so: the driver and the statement come with the configuration.
type configured struct {
	db  *sql.DB
	add string
	use string
}

func (c *configured) run(ctx context.Context, name string, known func(error) bool) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, c.add, name); err != nil && !known(err) { // miss: IDV303 which database this is, and which error, is not visible
		return err
	}
	if _, err := tx.ExecContext(ctx, c.use, name); err != nil {
		return err
	}
	return tx.Commit()
}
