// Package advisory keeps the session that has the lock, or uses locks that belong to a transaction.
package advisory

import (
	"context"
	"database/sql"
	"errors"
	"hash/fnv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("it is done elsewhere")

func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

// index locks and unlocks on one connection.
func index(ctx context.Context, db *sql.DB, rebuild func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, 4711); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, 4711)
	return rebuild(ctx)
}

// lease is a lock with its connection.
type lease struct {
	conn *pgxpool.Conn
	key  int64
}

type leader struct{ pool *pgxpool.Pool }

func (l *leader) try(ctx context.Context, job string) (*lease, error) {
	conn, err := l.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	var got bool
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", number(job)).Scan(&got)
	if err == nil && !got {
		err = errBusy
	}
	if err != nil {
		conn.Release()
		return nil, err
	}
	return &lease{conn: conn, key: number(job)}, nil
}

// done closes the connection when it cannot unlock: a session that ends has no locks.
func (l *lease) done(ctx context.Context) {
	defer l.conn.Release()
	if _, err := l.conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", l.key); err != nil {
		_ = l.conn.Conn().Close(ctx)
	}
}

func (l *leader) run(ctx context.Context, job string, work func(context.Context) error) error {
	held, err := l.try(ctx, job)
	if err != nil {
		return err
	}
	defer held.done(context.WithoutCancel(ctx))
	return work(ctx)
}

// print takes the lock of its transaction.
func print(ctx context.Context, db *sql.DB, account string, statement func(context.Context) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, account); err != nil {
		return err
	}
	if err := statement(ctx); err != nil {
		return err
	}
	return tx.Commit()
}

// attempt does not wait.
func attempt(ctx context.Context, pool *pgxpool.Pool, job string, work func(context.Context) error) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var got bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, number(job)).Scan(&got); err != nil {
			return err
		}
		if !got {
			return errBusy
		}
		return work(ctx)
	})
}

// alone is a program with one connection and no pool.
func alone(ctx context.Context, dsn string, work func(context.Context) error) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(80)`); err != nil {
		return err
	}
	return work(ctx)
}

// named uses MySQL's locks on one connection.
func named(ctx context.Context, db *sql.DB, name string, work func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 5)", name).Scan(&got); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errBusy
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name)
	return work(ctx)
}
