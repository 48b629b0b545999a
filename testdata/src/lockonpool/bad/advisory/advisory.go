// Package advisory takes locks that belong to a session, and lets the pool choose the session.
package advisory

import (
	"context"
	"database/sql"
	"errors"
	"hash/fnv"

	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("it is done elsewhere")

func number(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

// index is rebuilt by one process at a time. Lock and unlock are sent over whatever connection is free.
func index(ctx context.Context, db *sql.DB, rebuild func(context.Context) error) error {
	if _, err := db.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, 4711); err != nil { // want "IDV309: pg_advisory_lock|ExecContext"
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, 4711)
	return rebuild(ctx)
}

// leader has the two in methods of its own.
type leader struct{ pool *pgxpool.Pool }

func (l *leader) try(ctx context.Context, job string) (got bool, err error) {
	err = l.pool.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", number(job)).Scan(&got) // want "IDV309: pg_try_advisory_lock|QueryRow"
	return got, err
}

func (l *leader) done(ctx context.Context, job string) {
	_, _ = l.pool.Exec(ctx, "SELECT pg_advisory_unlock($1)", number(job))
}

func (l *leader) run(ctx context.Context, job string, work func(context.Context) error) error {
	got, err := l.try(ctx, job)
	if err != nil {
		return err
	}
	if !got {
		return errBusy
	}
	defer l.done(context.WithoutCancel(ctx), job)
	return work(ctx)
}

// accounts takes the lock of a transaction without one: it is released with the statement.
type accounts struct{ db *sql.DB }

func (a *accounts) guard(ctx context.Context, account string) error {
	_, err := a.db.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, account) // want "IDV309: pg_advisory_xact_lock|ExecContext"
	return err
}

func (a *accounts) print(ctx context.Context, account string, statement func(context.Context) error) error {
	if err := a.guard(ctx, account); err != nil {
		return err
	}
	return statement(ctx)
}

// named uses the named locks of MySQL, which belong to a session as well.
func named(ctx context.Context, db *sql.DB, name string, work func(context.Context) error) error {
	var got sql.NullInt64
	if err := db.QueryRowContext(ctx, "SELECT GET_LOCK(?, 5)", name).Scan(&got); err != nil { // want "IDV309: GET_LOCK|QueryRowContext"
		return err
	}
	if got.Int64 != 1 {
		return errBusy
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name)
	return work(ctx)
}

// pinned has a connection, and gives it back before the work begins. The lock stays with it, and with whoever gets it next.
type pinned struct{ db *sql.DB }

func (p *pinned) lock(ctx context.Context, key int64) error {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, key) // want "IDV309: pg_advisory_lock|ExecContext"
	return err
}

func (p *pinned) sweep(ctx context.Context, key int64, work func(context.Context) error) error {
	if err := p.lock(ctx, key); err != nil {
		return err
	}
	return work(ctx)
}
