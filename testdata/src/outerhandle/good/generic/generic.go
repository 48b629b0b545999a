// Package generic has its transactions in a generic helper, and services that are handed the transaction.
package generic

import (
	"context"
	"database/sql"
)

// inTx runs f in a transaction and returns what it returns.
func inTx[T any](ctx context.Context, db *sql.DB, f func(tx *sql.Tx) (T, error)) (T, error) {
	var none T
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return none, err
	}
	defer func() { _ = tx.Rollback() }()
	v, err := f(tx)
	if err != nil {
		return none, err
	}
	return v, tx.Commit()
}

type plot struct {
	ID    string
	Owner string
}

// registry has plots of land.
type registry struct {
	db   *sql.DB
	dues *dues
}

// dues are what owners have to pay.
type dues struct{}

func (d *dues) assess(ctx context.Context, tx *sql.Tx, p plot) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO dues (plot, owner) VALUES ($1, $2) ON CONFLICT (plot) DO NOTHING`, p.ID, p.Owner)
	return err
}

func (r *registry) sell(ctx context.Context, id, owner string) (plot, error) {
	return inTx(ctx, r.db, func(tx *sql.Tx) (plot, error) {
		p := plot{ID: id, Owner: owner}
		if _, err := tx.ExecContext(ctx, `UPDATE plots SET owner = $2 WHERE id = $1`, p.ID, p.Owner); err != nil {
			return p, err
		}
		return p, r.dues.assess(ctx, tx, p)
	})
}

// split takes a statement that was prepared with the pool into the transaction.
func (r *registry) split(ctx context.Context, id string, parts []string) (int, error) {
	return inTx(ctx, r.db, func(tx *sql.Tx) (int, error) {
		if _, err := tx.ExecContext(ctx, `UPDATE plots SET state = 'split' WHERE id = $1`, id); err != nil {
			return 0, err
		}
		prepared, err := r.db.PrepareContext(ctx, `INSERT INTO plot_parts (id, plot) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`)
		if err != nil {
			return 0, err
		}
		defer prepared.Close()
		st := tx.StmtContext(ctx, prepared)
		for _, part := range parts {
			if _, err := st.ExecContext(ctx, part, id); err != nil {
				return 0, err
			}
		}
		return len(parts), nil
	})
}
