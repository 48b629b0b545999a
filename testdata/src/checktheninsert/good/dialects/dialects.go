// Package dialects claims with pgx, sqlx, bun and squirrel.
package dialects

import (
	"context"
	"database/sql"
	"errors"

	sq "github.com/Masterminds/squirrel"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
)

var errOccupied = errors.New("another boat is moored there")

// harbour assigns berths; who gets no row back has lost.
type harbour struct{ pool *pgxpool.Pool }

func (h *harbour) moor(ctx context.Context, berth, boat string) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		var other string
		err := tx.QueryRow(ctx, `SELECT boat FROM moorings WHERE berth = $1`, berth).Scan(&other)
		if err == nil && other != boat {
			return errOccupied
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		var id int64
		err = tx.QueryRow(ctx, `INSERT INTO moorings (berth, boat) VALUES ($1, $2) ON CONFLICT (berth) DO NOTHING RETURNING id`,
			berth, boat).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return errOccupied
		}
		return err
	})
}

// bring takes the duplicate for success after the transaction, which has been rolled back, is over.
func (h *harbour) bring(ctx context.Context, ship, who string) error {
	err := pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT pilot FROM pilotages WHERE ship = $1`, ship)
		if err != nil {
			return err
		}
		pilots, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(pilots) > 0 {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO pilotages (ship, pilot) VALUES ($1, $2)`, ship, who)
		return err
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.ConstraintName == "pilotages_ship_key" {
		return nil
	}
	return err
}

type crane struct {
	ID    int64  `db:"id"`
	Quay  string `db:"quay"`
	Maker string `db:"maker"`
}

// cranes inserts, or not, and reads what is there then.
type cranes struct{ db *sqlx.DB }

func (c *cranes) erect(ctx context.Context, quay, maker string) (crane, error) {
	var got crane
	err := c.db.GetContext(ctx, &got, `SELECT * FROM cranes WHERE quay = ?`, quay)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return got, err
	}
	_, err = c.db.NamedExecContext(ctx, `INSERT IGNORE INTO cranes (quay, maker) VALUES (:quay, :maker)`, crane{Quay: quay, Maker: maker})
	if err != nil {
		return got, err
	}
	err = c.db.GetContext(ctx, &got, `SELECT * FROM cranes WHERE quay = ?`, quay)
	return got, err
}

type toll struct {
	bun.BaseModel `bun:"table:tolls"`

	ID   int64  `bun:",pk,autoincrement"`
	Ship string `bun:"ship,unique:ship_year"`
	Year int    `bun:"year,unique:ship_year"`
}

func levy(ctx context.Context, db *bun.DB, ship string, year int) error {
	paid, err := db.NewSelect().Model((*toll)(nil)).Where("ship = ?", ship).Where("year = ?", year).Exists(ctx)
	if err != nil || paid {
		return err
	}
	_, err = db.NewInsert().Model(&toll{Ship: ship, Year: year}).On("CONFLICT (ship, year) DO NOTHING").Exec(ctx)
	return err
}

type buoys struct{ db *sql.DB }

func (b *buoys) anchored(ctx context.Context, number int) bool {
	var n int
	row := sq.Select("1").From("buoys").Where(sq.Eq{"number": number}).RunWith(b.db).QueryRowContext(ctx)
	return row.Scan(&n) == nil
}

func (b *buoys) anchor(ctx context.Context, number int, light string) error {
	if b.anchored(ctx, number) {
		return nil
	}
	_, err := sq.Insert("buoys").Columns("number", "light").Values(number, light).
		Suffix("ON CONFLICT (number) DO NOTHING").RunWith(b.db).ExecContext(ctx)
	return err
}
