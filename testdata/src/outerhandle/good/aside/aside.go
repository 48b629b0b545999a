// Package aside uses the pool beside a transaction for what need not commit with it.
package aside

import (
	"context"
	"database/sql"
	"log"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// mint makes coins.
type mint struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

// alloy reads reference data, which changes once a year.
func (m *mint) alloy(ctx context.Context, metal string) (text string, err error) {
	err = m.db.QueryRowContext(ctx, `SELECT description FROM metals WHERE code = $1`, metal).Scan(&text)
	return text, err
}

func (m *mint) strike(ctx context.Context, coin, metal string) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	text, err := m.alloy(ctx, metal)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO coins (id, alloy) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, coin, text); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE dies SET last_coin = $1 WHERE metal = $2`, coin, metal); err != nil {
		return err
	}
	return tx.Commit()
}

// number draws from a sequence, which no rollback gives back anyway.
func (m *mint) number(ctx context.Context, medal string) (n int64, err error) {
	err = pgx.BeginFunc(ctx, m.pool, func(tx pgx.Tx) error {
		if err := m.pool.QueryRow(ctx, `SELECT nextval('medal_numbers')`).Scan(&n); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `UPDATE medals SET number = $2 WHERE id = $1 AND number IS NULL`, medal, n)
		if err != nil || tag.RowsAffected() == 1 {
			return err
		}
		return tx.QueryRow(ctx, `SELECT number FROM medals WHERE id = $1`, medal).Scan(&n)
	})
	return n, err
}

// melt writes down that it failed after the transaction is rolled back, so that the note stays.
func (m *mint) melt(ctx context.Context, coin string) error {
	err := pgx.BeginFunc(ctx, m.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE coins SET state = 'melted' WHERE id = $1`, coin); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE ovens SET state = 'hot' WHERE coin = $1`, coin)
		return err
	})
	if err == nil {
		return nil
	}
	if _, note := m.pool.Exec(ctx, `UPDATE coins SET last_error = $2 WHERE id = $1`, coin, err.Error()); note != nil {
		log.Printf("note for coin %s: %v", coin, note)
	}
	return err
}

// prepare writes before the transaction begins.
func (m *mint) prepare(ctx context.Context, order string, coins []string) error {
	if _, err := m.db.ExecContext(ctx, `INSERT INTO mint_orders (id, state) VALUES ($1, 'new') ON CONFLICT (id) DO NOTHING`, order); err != nil {
		return err
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, c := range coins {
		if _, err := tx.ExecContext(ctx, `INSERT INTO coins (id, mint_order) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, c, order); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE mint_orders SET state = 'struck' WHERE id = $1`, order); err != nil {
		return err
	}
	return tx.Commit()
}

// polish takes one connection. What is sent on it while the transaction is open is part of it.
func (m *mint) polish(ctx context.Context, coin string) error {
	conn, err := m.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, `UPDATE coins SET state = 'polished' WHERE id = $1`, coin); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `UPDATE cloths SET dirty = true WHERE coin = $1`, coin); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
