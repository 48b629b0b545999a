// Package sweep sends what waits in an outbox, and stops for good at a row that another relay has sent.
package sweep

import (
	"context"
	"database/sql"
	"fmt"

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

// flush returns the error of the first letter that is not as it expects, and so never comes to those behind it.
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
	res, err := r.db.ExecContext(ctx, `UPDATE letters SET sent = true WHERE id = $1 AND NOT sent`, id) // want "IDV304: .*letters"
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("letter %s was sent by somebody else", id)
	}
	return nil
}
