// Package batches writes many rows at once, and knows from where in the log they came.
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

// step is one step of a pedometer. Walker and number are unique together.
type step struct {
	Walker string `json:"walker" db:"walker"`
	Number int64  `json:"number" db:"number"`
	Metres int    `json:"metres" db:"metres"`
}

type walks struct{ db *sqlx.DB }

// Setup is part of the handler of a consumer group.
func (w *walks) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is part of the handler of a consumer group.
func (w *walks) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim reads one partition.
func (w *walks) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for m := range c.Messages() {
		var steps []step
		if err := json.Unmarshal(m.Value, &steps); err != nil {
			return err
		}
		if err := w.insert(s.Context(), steps); err != nil {
			return err
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func (w *walks) insert(ctx context.Context, steps []step) error {
	_, err := w.db.NamedExecContext(ctx, `INSERT INTO steps (walker, number, metres) VALUES (:walker, :number, :metres) ON CONFLICT (walker, number) DO NOTHING`, steps)
	return err
}

// copier copies into a table of the session first, and from there only what is new.
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
		if err := pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error { return merge(ctx, tx, msgs) }); err != nil {
			return err
		}
		if err := c.in.CommitMessages(ctx, msgs...); err != nil {
			return err
		}
	}
}

func merge(ctx context.Context, tx pgx.Tx, msgs []kafka.Message) error {
	if _, err := tx.Exec(ctx, `CREATE TEMP TABLE pulses_in (part int, pos bigint, walker text, pulse bytea) ON COMMIT DROP`); err != nil {
		return err
	}
	rows := make([][]any, 0, len(msgs))
	for _, m := range msgs {
		rows = append(rows, []any{m.Partition, m.Offset, string(m.Key), m.Value})
	}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"pulses_in"}, []string{"part", "pos", "walker", "pulse"}, pgx.CopyFromRows(rows)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO pulses SELECT * FROM pulses_in ON CONFLICT (part, pos) DO NOTHING`)
	return err
}

// queue moves the place in the log and inserts in one transaction, and skips what lies before the place.
func (c *copier) queue(ctx context.Context) error {
	for {
		m, err := c.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error { return pause(ctx, tx, m) }); err != nil {
			return err
		}
		if err := c.in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, tx pgx.Tx, m kafka.Message) error {
	tag, err := tx.Exec(ctx, `UPDATE pause_places SET pos = $2 WHERE part = $1 AND pos < $2`, m.Partition, m.Offset)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO pauses (walker, length) VALUES ($1, $2)`, string(m.Key), m.Value)
	return err
}
