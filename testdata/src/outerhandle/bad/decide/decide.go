// Package decide reads beside its transaction, and decides by what it reads: the transaction's own rows are not seen there.
package decide

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errFull = errors.New("the boat is full")

// boats have seats.
type boats struct{ db *sql.DB }

func (b *boats) seated(ctx context.Context, boat string) (n int, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT count(*) FROM seats WHERE boat = $1`, boat).Scan(&n) // want "IDV507: .*seats"
	return n, err
}

// seat counts after it has put everybody in. The count does not have them.
func (b *boats) seat(ctx context.Context, boat string, people []string) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var places int
	if err := tx.QueryRowContext(ctx, `SELECT places FROM boats WHERE id = $1 FOR UPDATE`, boat).Scan(&places); err != nil {
		return err
	}
	for _, p := range people {
		if _, err := tx.ExecContext(ctx, `INSERT INTO seats (boat, person) VALUES ($1, $2) ON CONFLICT (boat, person) DO NOTHING`, boat, p); err != nil {
			return err
		}
	}
	n, err := b.seated(ctx, boat)
	if err != nil {
		return err
	}
	if n > places {
		return errFull
	}
	return tx.Commit()
}

// crew has the same with pgx, in one function.
type crew struct{ pool *pgxpool.Pool }

func (c *crew) leave(ctx context.Context, boat, sailor string) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT 1 FROM boats WHERE id = $1 FOR UPDATE`, boat); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sailors WHERE boat = $1 AND sailor = $2`, boat, sailor); err != nil {
			return err
		}
		var empty bool
		if err := c.pool.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM sailors WHERE boat = $1)`, boat).Scan(&empty); err != nil { // want "IDV507: .*sailors"
			return err
		}
		if !empty {
			return nil
		}
		_, err := tx.Exec(ctx, `UPDATE boats SET state = 'moored' WHERE id = $1`, boat)
		return err
	})
}
