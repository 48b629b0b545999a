// Package dialects does it with pgx, sqlx, bun and squirrel.
package dialects

import (
	"context"
	"database/sql"
	"errors"

	sq "github.com/Masterminds/squirrel"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
)

var errOccupied = errors.New("another boat is moored there")

// harbour assigns berths in transactions of pgx, which are "read committed" unless told otherwise.
type harbour struct{ pool *pgxpool.Pool }

func (h *harbour) moor(ctx context.Context, berth, boat string) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		var other string
		err := tx.QueryRow(ctx, `SELECT boat FROM moorings WHERE berth = $1`, berth).Scan(&other)
		if err == nil && other != boat {
			return errOccupied
		}
		if errors.Is(err, pgx.ErrNoRows) {
			_, err = tx.Exec(ctx, `INSERT INTO moorings (berth, boat) VALUES ($1, $2)`, berth, boat) // want "IDV301: moorings"
		}
		return err
	})
}

type pilot struct {
	Ship  string
	Pilot string
}

// onBoard returns all rows; that there are none says that the ship has no pilot.
func (h *harbour) onBoard(ctx context.Context, ship string) ([]pilot, error) {
	rows, err := h.pool.Query(ctx, `SELECT ship, pilot FROM pilotages WHERE ship = $1`, ship)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[pilot])
}

func (h *harbour) bring(ctx context.Context, ship, who string) error {
	pilots, err := h.onBoard(ctx, ship)
	if err != nil {
		return err
	}
	if len(pilots) != 0 {
		return nil
	}
	var id int64
	return h.pool.QueryRow(ctx, // want "IDV301: pilotages"
		`INSERT INTO pilotages (ship, pilot) VALUES ($1, $2) RETURNING id`, ship, who).Scan(&id)
}

// crane uses sqlx: the row is read into a struct, and written from one.
type crane struct {
	ID    int64  `db:"id"`
	Quay  string `db:"quay"`
	Maker string `db:"maker"`
}

type cranes struct{ db *sqlx.DB }

func (c *cranes) erect(ctx context.Context, quay, maker string) (crane, error) {
	var got crane
	err := c.db.GetContext(ctx, &got, `SELECT * FROM cranes WHERE quay = ?`, quay)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return got, err
	}
	got = crane{Quay: quay, Maker: maker}
	_, err = c.db.NamedExecContext(ctx, `INSERT INTO cranes (quay, maker) VALUES (:quay, :maker)`, got) // want "IDV301: cranes"
	return got, err
}

// toll is paid once a year; the statements are built by bun.
type toll struct {
	bun.BaseModel `bun:"table:tolls"`

	ID   int64  `bun:",pk,autoincrement"`
	Ship string `bun:"ship"`
	Year int    `bun:"year"`
}

func levy(ctx context.Context, db *bun.DB, ship string, year int) error {
	paid, err := db.NewSelect().Model((*toll)(nil)).Where("ship = ?", ship).Where("year = ?", year).Exists(ctx)
	if err != nil || paid {
		return err
	}
	_, err = db.NewInsert().Model(&toll{Ship: ship, Year: year}).Exec(ctx) // want "IDV301: tolls"
	return err
}

// buoys builds its statements with squirrel.
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
	_, err := sq.Insert("buoys").Columns("number", "light").Values(number, light).RunWith(b.db).ExecContext(ctx) // want "IDV301: buoys"
	return err
}
