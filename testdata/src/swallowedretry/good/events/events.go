// Package events returns the error of a send that others wait for, and drops that of one that nobody needs.
package events

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"log/slog"

	"cloud.google.com/go/pubsub/v2"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// tailor takes measurements.
type tailor struct {
	db     *sql.DB
	js     jetstream.JetStream
	nc     *nats.Conn
	client *asynq.Client
}

func (t *tailor) routes(mux *asynq.ServeMux) {
	mux.HandleFunc("suit:measured", t.measured)
	mux.HandleFunc("suit:cut", t.cut)
}

func (t *tailor) measured(ctx context.Context, task *asynq.Task) error {
	suit := string(task.Payload())
	if _, err := t.db.ExecContext(ctx, `UPDATE suits SET state = 'measured' WHERE id = $1`, suit); err != nil {
		return err
	}
	if _, err := t.js.Publish(ctx, "suits.measured", task.Payload(), jetstream.WithMsgID("measured-"+suit)); err != nil {
		log.Printf("suit %s: %v", suit, err)
		return err
	}
	if err := t.nc.Publish("metrics.suits", nil); err != nil {
		slog.Debug("metric", "error", err)
	}
	return nil
}

// next takes a step that is in the queue already for one that it has put there.
func (t *tailor) next(ctx context.Context, suit string) error {
	_, err := t.client.EnqueueContext(ctx, asynq.NewTask("suit:sew", []byte(suit)), asynq.TaskID("sew-"+suit))
	if errors.Is(err, asynq.ErrTaskIDConflict) {
		return nil
	}
	return err
}

func (t *tailor) cut(ctx context.Context, task *asynq.Task) error {
	suit := string(task.Payload())
	if _, err := t.db.ExecContext(ctx, `UPDATE suits SET state = 'cut' WHERE id = $1`, suit); err != nil {
		return err
	}
	return t.next(ctx, suit)
}

// relay moves rows of an outbox to a topic.
type relay struct {
	db    *sql.DB
	topic *pubsub.Publisher
}

func (r *relay) send(ctx context.Context, id string, body []byte) error {
	res := r.topic.Publish(ctx, &pubsub.Message{Data: body, Attributes: map[string]string{"event_id": id}})
	_, err := res.Get(ctx)
	return err
}

// run leaves a row that was not sent for its next turn.
func (r *relay) run(ctx context.Context) error {
	rows, err := r.db.QueryContext(ctx, `SELECT id, body FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT 100`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var body []byte
		if err := rows.Scan(&id, &body); err != nil {
			return err
		}
		if err := r.send(ctx, id, body); err != nil {
			log.Printf("event %s: %v", id, err)
			continue
		}
		if _, err := r.db.ExecContext(ctx, `UPDATE outbox SET sent_at = now() WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return rows.Err()
}
