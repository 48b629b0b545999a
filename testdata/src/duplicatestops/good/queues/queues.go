// Package queues asks how far the first attempt came before it drops a message.
package queues

import (
	"context"
	"log"

	"cloud.google.com/go/pubsub/v2"
	"github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
)

// stock counts bottles. Its inbox also knows whether the window was told.
type stock struct{ db *sqlx.DB }

// fill returns whether the window has been told about the message.
func (s *stock) fill(ctx context.Context, message, bottle string, n int64) (told bool, err error) {
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT IGNORE INTO stock_inbox (message, told) VALUES (?, false)`, message)
	if err != nil {
		return false, err
	}
	fresh, err := res.RowsAffected()
	if err != nil {
		return false, err
	}
	if fresh == 0 {
		err := tx.GetContext(ctx, &told, `SELECT told FROM stock_inbox WHERE message = ?`, message)
		return told, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE stock SET bottles = bottles + ? WHERE bottle = ?`, n, bottle); err != nil {
		return false, err
	}
	return false, tx.Commit()
}

func (s *stock) told(ctx context.Context, message string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE stock_inbox SET told = true WHERE message = ?`, message)
	return err
}

// window shows what is there.
type window struct {
	stock *stock
	rdb   *redis.Client
}

// handle stops only when nothing is left to do. The window has one field for each delivery, however often it is set.
func (w *window) handle(ctx context.Context, m *pubsub.Message) error {
	delivery := m.Attributes["delivery"]
	told, err := w.stock.fill(ctx, delivery, m.Attributes["bottle"], int64(len(m.Data)))
	if err != nil {
		return err
	}
	if told {
		log.Printf("delivery %s is shown", delivery)
		return nil
	}
	if err := w.rdb.HSet(ctx, "window", delivery, m.Attributes["bottle"]).Err(); err != nil {
		return err
	}
	return w.stock.told(ctx, delivery)
}

func (w *window) run(ctx context.Context, sub *pubsub.Subscriber) error {
	return sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := w.handle(ctx, m); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}
