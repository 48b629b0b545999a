// Package sweep sends what waits in an outbox. A row that another relay has sent is sent.
package sweep

import (
	"context"
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"
)

type letter struct {
	id   string
	text []byte
}

type relay struct {
	db *sql.DB
	js jetstream.JetStream
}

// flush goes over what is left.
func (r *relay) flush(ctx context.Context) error {
	rows, err := r.db.QueryContext(ctx, `SELECT id, text FROM letters WHERE NOT sent ORDER BY id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var l letter
		if err := rows.Scan(&l.id, &l.text); err != nil {
			return err
		}
		if _, err := r.js.Publish(ctx, "letters", l.text, jetstream.WithMsgID(l.id)); err != nil {
			return err
		}
		if err := r.sent(ctx, l.id); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (r *relay) sent(ctx context.Context, id string) error {
	_, err := r.db.ExecContext(ctx, `UPDATE letters SET sent = true WHERE id = $1 AND NOT sent`, id)
	return err
}
