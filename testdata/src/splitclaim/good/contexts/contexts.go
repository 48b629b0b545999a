// Package contexts carries the transaction in a context: repositories take it from there.
package contexts

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"
)

type txKey struct{}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// store runs statements in the transaction of the context, if there is one.
type store struct{ db *sql.DB }

func (s *store) on(ctx context.Context) execer {
	if tx, ok := ctx.Value(txKey{}).(*sql.Tx); ok {
		return tx
	}
	return s.db
}

func (s *store) within(ctx context.Context, f func(context.Context) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(context.WithValue(ctx, txKey{}, tx)); err != nil {
		return err
	}
	return tx.Commit()
}

type inbox struct{ *store }

func (i inbox) first(ctx context.Context, id string) (bool, error) {
	res, err := i.on(ctx).ExecContext(ctx, `insert into inbox (id) values ($1) on conflict (id) do nothing`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

type shelves struct{ *store }

func (s shelves) fill(ctx context.Context, shelf string) error {
	_, err := s.on(ctx).ExecContext(ctx, `update shelves set books = books + 1 where id = $1`, shelf)
	return err
}

// library puts books on shelves.
type library struct {
	store   *store
	inbox   inbox
	shelves shelves
}

func (l *library) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		err := l.store.within(ctx, func(ctx context.Context) error {
			ok, err := l.inbox.first(ctx, d.MessageId)
			if err != nil || !ok {
				return err
			}
			return l.shelves.fill(ctx, string(d.Body))
		})
		if err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
