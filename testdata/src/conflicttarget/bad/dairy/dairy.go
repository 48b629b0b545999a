// Package dairy has conflict clauses that do not fit the tables in its migrations, which are for PostgreSQL.
package dairy

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

// dairy is the store.
type dairy struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

// weigh names a part of the key: serial numbers are unique in a dairy only.
func (d *dairy) weigh(ctx context.Context, name, serial string, grams int) error {
	_, err := d.db.ExecContext(ctx, // want "IDV312: cheese_wheels"
		`INSERT INTO cheese_wheels (dairy, serial, grams) VALUES ($1, $2, $3)
		ON CONFLICT (serial) DO UPDATE SET grams = EXCLUDED.grams`, name, serial, grams)
	return err
}

// employ names the column, and the index is over an expression.
func (d *dairy) employ(ctx context.Context, name, email string) (id int64, err error) {
	const q = `INSERT INTO cheese_makers (name, email) VALUES ($1, $2)
		ON CONFLICT (email) DO UPDATE SET name = EXCLUDED.name
		RETURNING id`
	err = d.pool.QueryRow(ctx, q, name, email).Scan(&id) // want "IDV312: cheese_makers"
	return id, err
}

// print does not say the condition of the partial index.
func (d *dairy) print(ctx context.Context, slug, motif string) error {
	_, err := d.pool.Exec(ctx, `INSERT INTO cheese_labels (slug, motif) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING`, slug, motif) // want "IDV312: cheese_labels"
	return err
}

const setPrice = `
INSERT INTO cheese_prices (sort, day, cents) VALUES ($1, $2, $3)
ON CONFLICT (sort, day) DO UPDATE SET cents = EXCLUDED.cents`

// price has an index that is not unique.
func (d *dairy) price(ctx context.Context, day time.Time, cents map[string]int) error {
	batch := &pgx.Batch{}
	for sort, c := range cents {
		batch.Queue(setPrice, sort, day, c) // want "IDV312: cheese_prices"
	}
	return d.pool.SendBatch(ctx, batch).Close()
}

type tasting struct {
	Wheel int64  `db:"wheel"`
	Judge string `db:"judge"`
	Note  string `db:"note"`
}

// taste names nothing, and there is nothing: the only key is drawn by the database.
func taste(ctx context.Context, db *sqlx.DB, t tasting) error {
	_, err := db.NamedExecContext(ctx, // want "IDV312: cheese_tastings"
		`INSERT INTO cheese_tastings (wheel, judge, note) VALUES (:wheel, :judge, :note) ON CONFLICT DO NOTHING`, t)
	return err
}

// award was right until the second migration.
func (d *dairy) award(ctx context.Context, tx *sql.Tx, year int, sort, winner string) error {
	_, err := tx.ExecContext(ctx, // want "IDV312: cheese_awards"
		`INSERT INTO cheese_awards (year, sort, dairy) VALUES ($1, $2, $3)
		ON CONFLICT (year, sort) DO UPDATE SET dairy = EXCLUDED.dairy`, year, sort, winner)
	return err
}

// store names the constraint of the key that the database draws.
func (d *dairy) store(ctx context.Context, room string, shelf int, wheel int64) error {
	_, err := d.db.ExecContext(ctx, // want "IDV312: cheese_cellars"
		`INSERT INTO cheese_cellars (room, shelf, wheel) VALUES ($1, $2, $3)
		ON CONFLICT ON CONSTRAINT cheese_cellars_pkey DO UPDATE SET wheel = EXCLUDED.wheel`, room, shelf, wheel)
	return err
}
