// Package inbox keeps what was handled in tables, by the names of the messages.
package inbox

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
)

// turnstile counts who enters a stadium.
type turnstile struct{ db *sql.DB }

func (t *turnstile) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if d.MessageId == "" {
			return errors.New("an entry without id")
		}
		slog.Info("entry", "tag", d.DeliveryTag, "redelivered", d.Redelivered)
		if err := t.enter(ctx, "gate-"+d.MessageId, string(d.Body)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// enter claims the id and counts in one transaction.
func (t *turnstile) enter(ctx context.Context, id, block string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO entries (id, block) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, block)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE blocks SET people = people + 1 WHERE name = $1`, block); err != nil {
		return err
	}
	return tx.Commit()
}

// pool fills swimming lanes. The number of the attempt goes to the log only.
type pool struct{ db *sql.DB }

func (p *pool) register(mux *asynq.ServeMux) { mux.HandleFunc("lane:assign", p.assign) }

func (p *pool) assign(ctx context.Context, task *asynq.Task) error {
	id, ok := asynq.GetTaskID(ctx)
	if !ok {
		return errors.New("no task id")
	}
	try, _ := asynq.GetRetryCount(ctx)
	slog.Info("assign", "task", id, "try", try)
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO handled (task) VALUES ($1) ON CONFLICT DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE lanes SET swimmers = swimmers + 1 WHERE name = $1`, string(task.Payload())); err != nil {
		return err
	}
	return tx.Commit()
}

// audited notes the tag beside the id. The id alone decides.
func audited(ctx context.Context, db *sql.DB, in <-chan amqp.Delivery) error {
	for d := range in {
		_, err := db.ExecContext(ctx,
			`INSERT INTO arrivals (message_id, tag, body) VALUES ($1, $2, $3) ON CONFLICT (message_id) DO NOTHING`,
			d.MessageId, d.DeliveryTag, d.Body)
		if err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
