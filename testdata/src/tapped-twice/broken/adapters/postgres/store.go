// Package postgres keeps everything of the service in one database.
package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/tapped-twice/broken/domain"
)

// querier is a pool or a transaction.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Store opens transactions.
type Store struct{ pool *pgxpool.Pool }

// NewStore wires a Store.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool: pool} }

// Repos is for what needs no transaction.
func (s *Store) Repos() domain.Repos { return repos(s.pool) }

// Do runs work in a transaction, and again when others got in its way.
func (s *Store) Do(ctx context.Context, work func(ctx context.Context, r domain.Repos) error) error {
	for attempt := 1; ; attempt++ {
		if err := s.attempt(ctx, work); !conflicted(err) || attempt == 3 {
			return err
		}
	}
}

func (s *Store) attempt(ctx context.Context, work func(ctx context.Context, r domain.Repos) error) error {
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{})
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if err := work(ctx, repos(tx)); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// conflicted reports whether the transaction was rolled back because of others: nothing has happened then.
func conflicted(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

func repos(db querier) domain.Repos {
	return domain.Repos{
		Keys: Keys{db}, Payments: Payments{db}, Refunds: Refunds{db}, Ledger: Ledger{db}, Outbox: Outbox{db}, Inbox: Inbox{db},
		Balances: Balances{db}, Payouts: Payouts{db}, Notices: Notices{db}, Totals: Totals{db},
	}
}
