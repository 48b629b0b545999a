// Package transactions has closures that their driver, or a helper, runs again when the commit fails.
package transactions

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// winery has barrels.
type winery struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

// litres adds up what it has bottled, for the label of the crate.
func (w *winery) litres(ctx context.Context, barrels []string) (int64, error) {
	var total int64
	err := crdb.ExecuteTx(ctx, w.db, nil, func(tx *sql.Tx) error {
		for _, b := range barrels {
			var n int64
			if err := tx.QueryRowContext(ctx, `SELECT litres FROM barrels WHERE id = $1 FOR UPDATE`, b).Scan(&n); err != nil {
				return err
			}
			total += n // want "IDV506: .*total"
			if _, err := tx.ExecContext(ctx, `UPDATE barrels SET state = 'bottled' WHERE id = $1`, b); err != nil {
				return err
			}
		}
		return nil
	})
	return total, err
}

// queue of barrels that are to be cleaned. The closure takes from its front, and a second run does not find them.
type queue struct{ barrels []string }

func (w *winery) clean(ctx context.Context, q *queue) error {
	return crdbpgx.ExecuteTx(ctx, w.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		for len(q.barrels) > 0 {
			if _, err := tx.Exec(ctx, `UPDATE barrels SET state = 'clean' WHERE id = $1`, q.barrels[0]); err != nil {
				return err
			}
			q.barrels = q.barrels[1:] // want "IDV506: .*barrels"
		}
		return nil
	})
}

// serializable is a helper of the house.
func (w *winery) serializable(ctx context.Context, f func(pgx.Tx) error) error {
	for attempt := 0; ; attempt++ {
		err := pgx.BeginTxFunc(ctx, w.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, f)
		var pg *pgconn.PgError
		if attempt < 5 && errors.As(err, &pg) && pg.Code == "40001" {
			continue
		}
		return err
	}
}

// labels writes the labels of a year into one buffer.
func (w *winery) labels(ctx context.Context, year int) ([]byte, error) {
	var out bytes.Buffer
	err := w.serializable(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT name FROM wines WHERE year = $1 ORDER BY name`, year)
		if err != nil {
			return err
		}
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, n := range names {
			fmt.Fprintf(&out, "%s %d\n", n, year) // want "IDV506: .*out"
		}
		_, err = tx.Exec(ctx, `UPDATE wines SET labelled = true WHERE year = $1`, year)
		return err
	})
	return out.Bytes(), err
}
