// Package batches writes many rows at once.
package batches

import (
	"context"
	"encoding/json"

	"github.com/IBM/sarama"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/segmentio/kafka-go"
)

// step is one step of a pedometer.
type step struct {
	Walker string `json:"walker" db:"walker"`
	Metres int    `json:"metres" db:"metres"`
}

type walks struct{ db *sqlx.DB }

// Setup is part of the handler of a consumer group.
func (w *walks) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is part of the handler of a consumer group.
func (w *walks) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim reads one partition. What was marked and not yet committed comes again after a rebalance.
func (w *walks) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for m := range c.Messages() {
		steps, err := decode(m.Value)
		if err != nil {
			return err
		}
		if err := w.insert(s.Context(), steps); err != nil {
			return err
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func decode(b []byte) (steps []step, err error) {
	err = json.Unmarshal(b, &steps)
	return steps, err
}

func (w *walks) insert(ctx context.Context, steps []step) error {
	_, err := w.db.NamedExecContext(ctx, `INSERT INTO steps (walker, metres) VALUES (:walker, :metres)`, steps) // want "IDV402: .*steps"
	return err
}

// copier collects messages and copies them; the offsets are committed afterwards.
type copier struct {
	pool *pgxpool.Pool
	in   *kafka.Reader
}

func (c *copier) run(ctx context.Context) error {
	for {
		var msgs []kafka.Message
		for range 500 {
			m, err := c.in.FetchMessage(ctx)
			if err != nil {
				return err
			}
			msgs = append(msgs, m)
		}
		if err := c.copy(ctx, msgs); err != nil {
			return err
		}
		if err := c.in.CommitMessages(ctx, msgs...); err != nil {
			return err
		}
	}
}

func (c *copier) copy(ctx context.Context, msgs []kafka.Message) error {
	rows := make([][]any, 0, len(msgs))
	for _, m := range msgs {
		rows = append(rows, []any{string(m.Key), m.Value})
	}
	_, err := c.pool.CopyFrom(ctx, pgx.Identifier{"pulses"}, []string{"walker", "pulse"}, pgx.CopyFromRows(rows)) // want "IDV402: .*pulses"
	return err
}

// queue sends a batch of statements in a transaction, which says nothing about the next delivery.
func (c *copier) queue(ctx context.Context) error {
	for {
		m, err := c.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error { return pauses(ctx, tx, m) })
		if err != nil {
			return err
		}
		if err := c.in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func pauses(ctx context.Context, tx pgx.Tx, m kafka.Message) error {
	_, err := tx.Exec(ctx, `insert into pauses (walker, at, length) values ($1, now(), $2)`, string(m.Key), m.Value) // want "IDV402: .*pauses"
	return err
}
