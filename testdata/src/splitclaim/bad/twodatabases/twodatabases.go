// Package twodatabases marks in one database and works in another. Two transactions do not commit as one, however close together.
package twodatabases

import (
	"context"
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"
)

// loans books loans in the library's database, and messages in the platform's.
type loans struct{ platform, library *sql.DB }

// consume is given to the consumer of the stream.
func (l *loans) consume(msg jetstream.Msg) {
	if err := l.book(context.Background(), msg.Headers().Get("Nats-Msg-Id"), string(msg.Data())); err != nil {
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}

func (l *loans) start(cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cons.Consume(l.consume)
}

func (l *loans) book(ctx context.Context, id, book string) error {
	marks, err := l.platform.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer marks.Rollback()
	first, err := mark(ctx, marks, id)
	if err != nil || !first {
		return err
	}
	work, err := l.library.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer work.Rollback()
	if _, err := work.ExecContext(ctx, `update books set lent = lent + 1 where isbn = $1`, book); err != nil {
		return err
	}
	if err := work.Commit(); err != nil {
		return err
	}
	return marks.Commit()
}

func mark(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	res, err := tx.ExecContext(ctx, `insert into inbox (id) values ($1) on conflict (id) do nothing`, id) // want "IDV305: .*inbox"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
