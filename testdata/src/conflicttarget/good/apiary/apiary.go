// Package apiary has conflict clauses that fit the tables in its migrations, which are for PostgreSQL.
package apiary

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

// apiary is the store.
type apiary struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

// weigh names the columns of the index, in another order, which does not matter.
func (a *apiary) weigh(ctx context.Context, name, serial string, grams int) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO honey_jars (apiary, serial, grams) VALUES ($1, $2, $3)
		ON CONFLICT (serial, apiary) DO UPDATE SET grams = EXCLUDED.grams`, name, serial, grams)
	return err
}

// reweigh names the constraint.
func (a *apiary) reweigh(ctx context.Context, name, serial string, grams int) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO honey_jars (apiary, serial, grams) VALUES ($1, $2, $3)
		ON CONFLICT ON CONSTRAINT honey_jars_serial DO UPDATE SET grams = EXCLUDED.grams`, name, serial, grams)
	return err
}

// seal names nothing: any key will do, and there is one that can collide.
func (a *apiary) seal(ctx context.Context, name, serial string) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO honey_jars (apiary, serial, grams) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING`, name, serial)
	return err
}

// employ names the expression.
func (a *apiary) employ(ctx context.Context, id, name, email string) error {
	_, err := a.pool.Exec(ctx, `INSERT INTO honey_keepers (id, name, email) VALUES ($1, $2, $3)
		ON CONFLICT (lower(email)) DO UPDATE SET name = EXCLUDED.name`, id, name, email)
	return err
}

var errEmailTaken = errors.New("another keeper has this address")

// join has an id that the caller has chosen, so that the primary key is what a repetition collides on. The other key is for
// another mistake, and that is told.
func (a *apiary) join(ctx context.Context, id, name, email string) error {
	_, err := a.pool.Exec(ctx, `INSERT INTO honey_keepers (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`, id, name, email)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.ConstraintName == "honey_keepers_email" {
		return errEmailTaken
	}
	return err
}

// print says the condition of the partial index.
func (a *apiary) print(ctx context.Context, slug, motif string) error {
	_, err := a.pool.Exec(ctx, `INSERT INTO honey_labels (slug, motif) VALUES ($1, $2)
		ON CONFLICT (slug) WHERE deleted_at IS NULL DO NOTHING`, slug, motif)
	return err
}

const setPrice = `
INSERT INTO honey_prices (sort, day, cents) VALUES ($1, $2, $3)
ON CONFLICT (sort, day) DO UPDATE SET cents = EXCLUDED.cents`

// price has an index that the second migration has made unique.
func (a *apiary) price(ctx context.Context, day time.Time, cents map[string]int) error {
	batch := &pgx.Batch{}
	for sort, c := range cents {
		batch.Queue(setPrice, sort, day, c)
	}
	return a.pool.SendBatch(ctx, batch).Close()
}

type award struct {
	Year   int    `db:"year"`
	Sort   string `db:"sort"`
	Keeper string `db:"keeper"`
}

// honour has a column that was renamed, and a constraint that was added later.
func honour(ctx context.Context, db *sqlx.DB, w award) error {
	_, err := db.NamedExecContext(ctx, `INSERT INTO honey_awards (year, sort, keeper) VALUES (:year, :sort, :keeper)
		ON CONFLICT (year, sort, keeper) DO NOTHING`, w)
	return err
}

// settle has a table that was renamed, with its primary key.
func (a *apiary) settle(ctx context.Context, place string, frame int, queen string) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO public.honey_frames AS f (place, frame, queen) VALUES ($1, $2, $3)
		ON CONFLICT (place, frame) DO UPDATE SET queen = EXCLUDED.queen WHERE f.queen <> EXCLUDED.queen`, place, frame, queen)
	return err
}
