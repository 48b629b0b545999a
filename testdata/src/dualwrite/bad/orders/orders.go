// Package orders is the plainest form of the mistake: the order is committed, and then it is published.
package orders

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
)

// kiosk sells newspapers.
type kiosk struct {
	db  *sql.DB
	out *kafka.Writer
}

// docs:begin dualwrite-bad

func (k *kiosk) subscribe(ctx context.Context, reader, paper string) error {
	if err := k.store(ctx, reader, paper); err != nil {
		return err
	}
	return k.out.WriteMessages(ctx, kafka.Message{Topic: "subscribed", Key: []byte(reader), Value: []byte(paper)}) // want "IDV503: .*WriteMessages"
}

func (k *kiosk) store(ctx context.Context, reader, paper string) error {
	tx, err := k.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `INSERT INTO subscriptions (reader, paper) VALUES ($1, $2)`, reader, paper); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO reader_log (reader, what) VALUES ($1, 'subscribed')`, reader); err != nil {
		return err
	}
	return tx.Commit()
}

// docs:end dualwrite-bad
