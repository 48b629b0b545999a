// Package transactions has closures that can run again, and leave nothing behind that a second run would find.
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

// litres sums in a variable of its own, and sets the result at the end.
func (w *winery) litres(ctx context.Context, barrels []string) (int64, error) {
	var total int64
	err := crdb.ExecuteTx(ctx, w.db, nil, func(tx *sql.Tx) error {
		var sum int64
		for _, b := range barrels {
			var n int64
			if err := tx.QueryRowContext(ctx, `SELECT litres FROM barrels WHERE id = $1 FOR UPDATE`, b).Scan(&n); err != nil {
				return err
			}
			sum += n
			if _, err := tx.ExecContext(ctx, `UPDATE barrels SET state = 'bottled' WHERE id = $1`, b); err != nil {
				return err
			}
		}
		total = sum
		return nil
	})
	return total, err
}

// queue of barrels that are to be cleaned.
type queue struct{ barrels []string }

// clean takes from a copy, and empties the queue when the transaction is committed.
func (w *winery) clean(ctx context.Context, q *queue) error {
	err := crdbpgx.ExecuteTx(ctx, w.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		left := q.barrels
		for len(left) > 0 {
			if _, err := tx.Exec(ctx, `UPDATE barrels SET state = 'clean' WHERE id = $1`, left[0]); err != nil {
				return err
			}
			left = left[1:]
		}
		return nil
	})
	if err != nil {
		return err
	}
	q.barrels = nil
	return nil
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

// labels empties its buffer first.
func (w *winery) labels(ctx context.Context, year int) ([]byte, error) {
	var out bytes.Buffer
	err := w.serializable(ctx, func(tx pgx.Tx) error {
		out.Reset()
		rows, err := tx.Query(ctx, `SELECT name FROM wines WHERE year = $1 ORDER BY name`, year)
		if err != nil {
			return err
		}
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, n := range names {
			fmt.Fprintf(&out, "%s %d\n", n, year)
		}
		_, err = tx.Exec(ctx, `UPDATE wines SET labelled = true WHERE year = $1`, year)
		return err
	})
	return out.Bytes(), err
}

// best sets what it has read. A second run sets it again.
func (w *winery) best(ctx context.Context, year int) (name string, points int64, err error) {
	err = w.serializable(ctx, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT name, points FROM wines WHERE year = $1 ORDER BY points DESC LIMIT 1`, year).Scan(&name, &points); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE years SET best = $2 WHERE year = $1`, year, name)
		return err
	})
	return name, points, err
}
