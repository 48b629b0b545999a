// Package rows locks rows and tables through a pool: each statement is a transaction of its own, and its locks end with it.
package rows

import (
	"context"
	"database/sql"

	sq "github.com/Masterminds/squirrel"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
)

// gates are the gates of a canal. A gate is moved by one keeper at a time.
type gates struct{ pool *pgxpool.Pool }

func (g *gates) hold(ctx context.Context, gate string) error {
	var id int64
	return g.pool.QueryRow(ctx, `SELECT id FROM canal_gates WHERE name = $1 FOR NO KEY UPDATE`, gate).Scan(&id) // want "IDV309: canal_gates"
}

func (g *gates) open(ctx context.Context, gate string, pump func(context.Context) error) error {
	if err := g.hold(ctx, gate); err != nil {
		return err
	}
	return pump(ctx)
}

// sluice opens a transaction and then asks the pool for the lock.
type sluice struct{ db *sql.DB }

func (s *sluice) level(ctx context.Context, sluice int64) (cm int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT cm FROM sluices WHERE id = ? FOR UPDATE", sluice).Scan(&cm) // want "IDV309: sluices"
	return cm, err
}

func (s *sluice) measure(ctx context.Context, sluice int64, cm int) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	before, err := s.level(ctx, sluice)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO sluice_log (sluice, cm_before, cm_after) VALUES (?, ?, ?)", sluice, before, cm)
	if err != nil {
		return err
	}
	return tx.Commit()
}

// next takes the oldest barge from the queue; SKIP LOCKED skips what others have locked, and nobody ever has.
func (g *gates) next(ctx context.Context) ([]int64, error) {
	rows, err := g.pool.Query(ctx, // want "IDV309: barges"
		`SELECT id FROM barges WHERE state = 'waiting' ORDER BY arrived LIMIT 5 FOR UPDATE SKIP LOCKED`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

func (g *gates) pass(ctx context.Context, through func(context.Context, int64) error) error {
	barges, err := g.next(ctx)
	if err != nil {
		return err
	}
	for _, b := range barges {
		if err := through(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// survey locks the whole table, for as long as the LOCK statement runs.
func survey(ctx context.Context, db *sql.DB, draw func(context.Context) error) error {
	if _, err := db.ExecContext(ctx, `LOCK TABLE canal_map IN EXCLUSIVE MODE`); err != nil { // want "IDV309: canal_map"
		return err
	}
	return draw(ctx)
}

// ferries is a store on sqlx.
type ferries struct{ db *sqlx.DB }

type ferry struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

func (f *ferries) board(ctx context.Context, id int64, load func(ferry) error) error {
	var one ferry
	err := f.db.GetContext(ctx, &one, f.db.Rebind(`SELECT id, name FROM ferries WHERE id = ? FOR SHARE`), id) // want "IDV309: ferries"
	if err != nil {
		return err
	}
	return load(one)
}

type pier struct {
	bun.BaseModel `bun:"table:piers"`

	ID   int64 `bun:",pk"`
	Name string
}

func berth(ctx context.Context, db *bun.DB, id int64, tie func(pier) error) error {
	one := pier{ID: id}
	if err := db.NewSelect().Model(&one).WherePK().For("UPDATE").Scan(ctx); err != nil { // want "IDV309: piers"
		return err
	}
	return tie(one)
}

func dredge(ctx context.Context, db *sql.DB, basin int64, dig func(depth int) error) error {
	var depth int
	q := sq.Select("depth").From("basins").Where(sq.Eq{"id": basin}).Suffix("FOR UPDATE").PlaceholderFormat(sq.Dollar)
	if err := q.RunWith(db).QueryRowContext(ctx).Scan(&depth); err != nil { // want "IDV309: basins"
		return err
	}
	return dig(depth)
}
