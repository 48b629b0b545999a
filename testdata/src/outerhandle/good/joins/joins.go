// Package joins has helpers that begin a transaction only where there is none to join.
package joins

import (
	"context"
	"database/sql"
)

type key struct{}

// orchard has trees.
type orchard struct{ db *sql.DB }

// within joins the transaction of the context.
func (o *orchard) within(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	if tx, ok := ctx.Value(key{}).(*sql.Tx); ok {
		return f(ctx, tx)
	}
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := f(context.WithValue(ctx, key{}, tx), tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (o *orchard) water(ctx context.Context, tree string) error {
	return o.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE trees SET dry = false WHERE id = $1`, tree)
		return err
	})
}

func (o *orchard) tend(ctx context.Context, row string, trees []string) error {
	return o.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE tree_rows SET tended = true WHERE id = $1`, row); err != nil {
			return err
		}
		for _, t := range trees {
			if err := o.water(ctx, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// prune begins a transaction where it is given none.
func (o *orchard) prune(ctx context.Context, tx *sql.Tx, tree string) error {
	own := tx == nil
	if own {
		var err error
		if tx, err = o.db.BeginTx(ctx, nil); err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
	}
	if _, err := tx.ExecContext(ctx, `UPDATE trees SET pruned = true WHERE id = $1`, tree); err != nil {
		return err
	}
	if own {
		return tx.Commit()
	}
	return nil
}

func (o *orchard) winter(ctx context.Context, row, tree string) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `UPDATE tree_rows SET winter = true WHERE id = $1`, row); err != nil {
		return err
	}
	if err := o.prune(ctx, tx, tree); err != nil {
		return err
	}
	return tx.Commit()
}
