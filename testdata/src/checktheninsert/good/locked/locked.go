// Package locked has a look and an insert that nobody can come between.
package locked

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// garage parks cars on places. The place, which is there before any car, is locked first.
type garage struct{ db *sql.DB }

func (g *garage) inTx(ctx context.Context, work func(*sql.Tx) error) error {
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (g *garage) park(ctx context.Context, place int, plate string) error {
	return g.inTx(ctx, func(tx *sql.Tx) error {
		var id int
		if err := tx.QueryRowContext(ctx, `SELECT id FROM places WHERE id = $1 FOR UPDATE`, place).Scan(&id); err != nil {
			return err
		}
		var other string
		err := tx.QueryRowContext(ctx, `SELECT plate FROM parked WHERE place = $1`, place).Scan(&other)
		if err == nil {
			return fmt.Errorf("place %d is taken by %s", place, other)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO parked (place, plate) VALUES ($1, $2)`, place, plate)
		return err
	})
}

// prices are replaced as a whole, under the lock of the tariff that they belong to.
func (g *garage) prices(ctx context.Context, tariff int, cents []int) error {
	return g.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `SELECT 1 FROM tariffs WHERE id = $1 FOR UPDATE`, tariff); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM prices WHERE tariff = $1`, tariff); err != nil {
			return err
		}
		for hour, c := range cents {
			_, err := tx.ExecContext(ctx, `INSERT INTO prices (tariff, hour, cents) VALUES ($1, $2, $3)`, tariff, hour, c)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// washes uses a lock that belongs to the transaction and needs no row.
type washes struct{ pool *pgxpool.Pool }

func (w *washes) book(ctx context.Context, bay, slot, plate string) (booked bool, err error) {
	err = pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		if err := exclusive(ctx, tx, "wash:"+bay+":"+slot); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM washes WHERE bay = $1 AND slot = $2`, bay, slot).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return nil
		}
		booked = true
		_, err := tx.Exec(ctx, `INSERT INTO washes (bay, slot, plate) VALUES ($1, $2, $3)`, bay, slot, plate)
		return err
	})
	return booked && err == nil, err
}

func exclusive(ctx context.Context, tx pgx.Tx, name string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, name)
	return err
}

// register takes the whole table: few rows, few writers.
func (w *washes) register(ctx context.Context, bay string) error {
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `LOCK TABLE bays IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		var name string
		err := tx.QueryRow(ctx, `SELECT name FROM bays WHERE name = $1`, bay).Scan(&name)
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO bays (name) VALUES ($1)`, bay)
		return err
	})
}

// permits is serializable: of two that looked at the same time the database stops one, which looks again.
type permits struct{ pool *pgxpool.Pool }

func (p *permits) issue(ctx context.Context, plate, zone string) error {
	for {
		err := pgx.BeginTxFunc(ctx, p.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
			return p.issueIn(ctx, tx, plate, zone)
		})
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "40001" && ctx.Err() == nil {
			continue
		}
		return err
	}
}

func (p *permits) issueIn(ctx context.Context, tx pgx.Tx, plate, zone string) error {
	var there bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM permits WHERE plate = $1 AND zone = $2)`, plate, zone).Scan(&there)
	if err != nil || there {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO permits (plate, zone) VALUES ($1, $2)`, plate, zone)
	return err
}
