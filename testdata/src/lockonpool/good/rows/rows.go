// Package rows locks rows and tables in transactions.
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

// querier is what the pool and the transaction have in common.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// gates are the gates of a canal. A gate is moved by one keeper at a time.
type gates struct{ pool *pgxpool.Pool }

// hold gets the transaction of its caller.
func hold(ctx context.Context, q querier, gate string) error {
	var id int64
	return q.QueryRow(ctx, `SELECT id FROM canal_gates WHERE name = $1 FOR NO KEY UPDATE`, gate).Scan(&id)
}

func (g *gates) open(ctx context.Context, gate string, pump func(context.Context) error) error {
	return pgx.BeginFunc(ctx, g.pool, func(tx pgx.Tx) error {
		if err := hold(ctx, tx, gate); err != nil {
			return err
		}
		return pump(ctx)
	})
}

// state looks without a lock, which is what a pool is for.
func (g *gates) state(ctx context.Context, gate string) (open bool, err error) {
	err = g.pool.QueryRow(ctx, `SELECT open FROM canal_gates WHERE name = $1`, gate).Scan(&open)
	return open, err
}

// next passes the barges while their rows are locked.
func (g *gates) next(ctx context.Context, through func(context.Context, int64) error) error {
	tx, err := g.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	rows, err := tx.Query(ctx, `SELECT id FROM barges WHERE state = 'waiting' ORDER BY arrived LIMIT 5 FOR UPDATE SKIP LOCKED`)
	if err != nil {
		return err
	}
	barges, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	for _, b := range barges {
		if err := through(ctx, b); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}

// txKey is where the transaction travels.
type txKey struct{}

type sluice struct{ db *sql.DB }

func (s *sluice) within(ctx context.Context, work func(context.Context) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := work(context.WithValue(ctx, txKey{}, tx)); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *sluice) measure(ctx context.Context, sluice int64, cm int) error {
	return s.within(ctx, func(ctx context.Context) error {
		tx := ctx.Value(txKey{}).(*sql.Tx)
		var before int
		if err := tx.QueryRowContext(ctx, "SELECT cm FROM sluices WHERE id = ? FOR UPDATE", sluice).Scan(&before); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO sluice_log (sluice, cm_before, cm_after) VALUES (?, ?, ?)", sluice, before, cm)
		return err
	})
}

// survey locks the whole table in a transaction.
func survey(ctx context.Context, db *sql.DB, draw func(context.Context) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `LOCK TABLE canal_map IN EXCLUSIVE MODE`); err != nil {
		return err
	}
	if err := draw(ctx); err != nil {
		return err
	}
	return tx.Commit()
}

type ferry struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

func board(ctx context.Context, db *sqlx.DB, id int64, load func(ferry) error) error {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var one ferry
	if err := tx.GetContext(ctx, &one, tx.Rebind(`SELECT id, name FROM ferries WHERE id = ? FOR SHARE`), id); err != nil {
		return err
	}
	if err := load(one); err != nil {
		return err
	}
	return tx.Commit()
}

type pier struct {
	bun.BaseModel `bun:"table:piers"`

	ID   int64 `bun:",pk"`
	Name string
}

func berth(ctx context.Context, db *bun.DB, id int64, tie func(pier) error) error {
	return db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		one := pier{ID: id}
		if err := tx.NewSelect().Model(&one).WherePK().For("UPDATE").Scan(ctx); err != nil {
			return err
		}
		return tie(one)
	})
}

func dredge(ctx context.Context, tx *sql.Tx, basin int64, dig func(depth int) error) error {
	var depth int
	q := sq.Select("depth").From("basins").Where(sq.Eq{"id": basin}).Suffix("FOR UPDATE").PlaceholderFormat(sq.Dollar)
	if err := q.RunWith(tx).QueryRowContext(ctx).Scan(&depth); err != nil {
		return err
	}
	return dig(depth)
}
