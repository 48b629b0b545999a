// Package sweeps sends what is stored as not yet sent. A row whose mark was lost, or was not written, is sent again.
package sweeps

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	amqp "github.com/rabbitmq/amqp091-go"
)

// notice is a stored announcement of a concert hall.
type notice struct {
	id      int64
	hall    string
	payload []byte
}

// relay reads in one method and sends in another.
type relay struct {
	db *sql.DB
	ch *amqp.Channel
}

func (r *relay) tick(ctx context.Context) error {
	notices, err := r.pending(ctx)
	if err != nil {
		return err
	}
	for _, n := range notices {
		if err := r.publish(ctx, n); err != nil {
			return fmt.Errorf("notice %d: %w", n.id, err)
		}
		if _, err := r.db.ExecContext(ctx, `UPDATE notices SET sent_at = now() WHERE id = $1`, n.id); err != nil {
			return err
		}
	}
	return nil
}

func (r *relay) pending(ctx context.Context) ([]notice, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT id, hall, payload FROM notices WHERE sent_at IS NULL ORDER BY id LIMIT 50`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []notice
	for rows.Next() {
		var n notice
		if err := rows.Scan(&n.id, &n.hall, &n.payload); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}

// publish names the message by its row.
func (r *relay) publish(ctx context.Context, n notice) error {
	return r.ch.PublishWithContext(ctx, "halls", n.hall, true, false, amqp.Publishing{
		MessageId:    "notice-" + strconv.FormatInt(n.id, 10),
		DeliveryMode: amqp.Persistent,
		Body:         n.payload,
	})
}
