// Package inbox keeps what was handled in tables, by names that belong to one delivery of a message.
package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
)

// turnstile counts who enters a stadium.
type turnstile struct{ db *sql.DB }

func (t *turnstile) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		id := "gate-" + strconv.FormatUint(d.DeliveryTag, 10)
		if err := t.enter(ctx, id, string(d.Body)); err != nil { // want "IDV202: .*DeliveryTag"
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

// pool fills swimming lanes. The number of the attempt is a part of the name that it looks up.
type pool struct{ db *sql.DB }

func (p *pool) register(mux *asynq.ServeMux) { mux.HandleFunc("lane:assign", p.assign) }

func (p *pool) assign(ctx context.Context, task *asynq.Task) error {
	id, ok := asynq.GetTaskID(ctx)
	if !ok {
		return errors.New("no task id")
	}
	try, _ := asynq.GetRetryCount(ctx)
	key := fmt.Sprintf("%s/%d", id, try)
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO handled (task) VALUES ($1) ON CONFLICT DO NOTHING`, key) // want "IDV202: .*GetRetryCount"
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
