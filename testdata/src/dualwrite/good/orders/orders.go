// Package orders commits the order together with its event, and a relay publishes what is committed.
package orders

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"github.com/segmentio/kafka-go"
)

// kiosk sells newspapers.
type kiosk struct {
	db  *sql.DB
	out *kafka.Writer
}

// docs:begin dualwrite-good

func (k *kiosk) subscribe(ctx context.Context, reader, paper string) error {
	tx, err := k.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `INSERT INTO subscriptions (reader, paper) VALUES ($1, $2)`, reader, paper); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO outbox (topic, key, value) VALUES ('subscribed', $1, $2)`, reader, paper); err != nil {
		return err
	}
	return tx.Commit()
}

// relay runs all the time. An event may be published twice, under one id.
func (k *kiosk) relay(ctx context.Context) error {
	waiting, err := k.waiting(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range waiting {
		errs = append(errs, k.publish(ctx, e))
	}
	return errors.Join(errs...)
}

func (k *kiosk) publish(ctx context.Context, e event) error {
	id := kafka.Header{Key: "event-id", Value: []byte("kiosk-" + strconv.FormatInt(e.id, 10))}
	if err := k.out.WriteMessages(ctx, kafka.Message{Topic: e.topic, Key: []byte(e.key), Value: []byte(e.value), Headers: []kafka.Header{id}}); err != nil {
		return err
	}
	_, err := k.db.ExecContext(ctx, `UPDATE outbox SET published = now() WHERE id = $1`, e.id)
	return err
}

// docs:end dualwrite-good

type event struct {
	id                int64
	topic, key, value string
}

func (k *kiosk) waiting(ctx context.Context) ([]event, error) {
	rows, err := k.db.QueryContext(ctx, `SELECT id, topic, key, value FROM outbox WHERE published IS NULL ORDER BY id LIMIT 100`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []event
	for rows.Next() {
		var e event
		if err := rows.Scan(&e.id, &e.topic, &e.key, &e.value); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, rows.Err()
}
