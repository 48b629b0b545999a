// Package decide reads inside of its transaction what it decides by.
package decide

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errFull = errors.New("the boat is full")

type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func seated(ctx context.Context, q rowQuerier, boat string) (n int, err error) {
	err = q.QueryRowContext(ctx, `SELECT count(*) FROM seats WHERE boat = $1`, boat).Scan(&n)
	return n, err
}

// boats have seats.
type boats struct{ db *sql.DB }

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
	n, err := seated(ctx, tx, boat)
	if err != nil {
		return err
	}
	if n > places {
		return errFull
	}
	return tx.Commit()
}

// show is outside of any transaction.
func (b *boats) show(ctx context.Context, boat string) (int, error) { return seated(ctx, b.db, boat) }

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
		if err := tx.QueryRow(ctx, `SELECT NOT EXISTS (SELECT 1 FROM sailors WHERE boat = $1)`, boat).Scan(&empty); err != nil {
			return err
		}
		if !empty {
			return nil
		}
		_, err := tx.Exec(ctx, `UPDATE boats SET state = 'moored' WHERE id = $1`, boat)
		return err
	})
}
