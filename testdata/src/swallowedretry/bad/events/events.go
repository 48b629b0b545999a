// Package events drops the error of a send that others wait for.
package events

import (
	"context"
	"database/sql"
	"log"

	"cloud.google.com/go/pubsub/v2"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
)

// tailor takes measurements.
type tailor struct {
	db     *sql.DB
	js     jetstream.JetStream
	client *asynq.Client
}

func (t *tailor) routes(mux *asynq.ServeMux) {
	mux.HandleFunc("suit:measured", t.measured)
	mux.HandleFunc("suit:cut", t.cut)
}

// measured has stored the suit. The cutter will never hear of it when the stream does not answer.
func (t *tailor) measured(ctx context.Context, task *asynq.Task) error {
	suit := string(task.Payload())
	if _, err := t.db.ExecContext(ctx, `UPDATE suits SET state = 'measured' WHERE id = $1`, suit); err != nil {
		return err
	}
	if _, err := t.js.Publish(ctx, "suits.measured", task.Payload(), jetstream.WithMsgID("measured-"+suit)); err != nil {
		log.Printf("suit %s: %v", suit, err)
	}
	return nil // want "IDV508: .*(Publish|suits.measured)"
}

// next puts the next step into the queue, and keeps to itself that it could not.
func (t *tailor) next(ctx context.Context, suit string) {
	_, err := t.client.EnqueueContext(ctx, asynq.NewTask("suit:sew", []byte(suit)), asynq.TaskID("sew-"+suit))
	if err != nil {
		log.Printf("sewing of suit %s: %v", suit, err)
	}
}

func (t *tailor) cut(ctx context.Context, task *asynq.Task) error {
	suit := string(task.Payload())
	if _, err := t.db.ExecContext(ctx, `UPDATE suits SET state = 'cut' WHERE id = $1`, suit); err != nil {
		return err
	}
	t.next(ctx, suit)
	return nil // want "IDV508: .*Enqueue"
}

// relay moves rows of an outbox to a topic. A row is marked as sent whatever the topic says.
type relay struct {
	db    *sql.DB
	topic *pubsub.Publisher
}

func (r *relay) send(ctx context.Context, id string, body []byte) error {
	res := r.topic.Publish(ctx, &pubsub.Message{Data: body, Attributes: map[string]string{"event_id": id}})
	if _, err := res.Get(ctx); err != nil {
		log.Printf("event %s: %v", id, err)
		return nil // want "IDV508: .*(Publish|Get)"
	}
	return nil
}

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
			return err
		}
		if _, err := r.db.ExecContext(ctx, `UPDATE outbox SET sent_at = now() WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return rows.Err()
}
