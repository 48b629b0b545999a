// Package wrapped has a loop of its own for all of its consumers. The loop keeps the inbox, and gives its transaction to the handlers.
package wrapped

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

// consume hands each message to handle once. A message that was handled before is only committed.
func consume[T any](ctx context.Context, db *pgxpool.Pool, in *kafka.Reader, handle func(context.Context, pgx.Tx, T) error) error {
	for {
		m, err := in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var v T
		if err := json.Unmarshal(m.Value, &v); err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			fresh, err := first(ctx, tx, fmt.Sprintf("%s/%d/%d", m.Topic, m.Partition, m.Offset))
			if err != nil || !fresh {
				return err
			}
			return handle(ctx, tx, v)
		})
		if err != nil {
			return err
		}
		if err := in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// first reports whether the place in the log is new.
func first(ctx context.Context, tx pgx.Tx, place string) (bool, error) {
	tag, err := tx.Exec(ctx, `INSERT INTO handled (place) SELECT $1 ON CONFLICT DO NOTHING`, place)
	if err != nil {
		return false, err
	}
	return tag.RowsAffected() > 0, nil
}

type goal struct {
	Match  string `json:"match"`
	Minute int    `json:"minute"`
	Team   string `json:"team"`
	Scorer string `json:"scorer"`
}

type scores interface {
	score(ctx context.Context, tx pgx.Tx, g goal) error
}

// table is the only implementation.
type table struct{}

func (table) score(ctx context.Context, tx pgx.Tx, g goal) error {
	const raise = `UPDATE teams
		SET goals = goals + 1
		WHERE name = $1`
	_, err := tx.Exec(ctx, raise, g.Team)
	return err
}

type league struct {
	db      *pgxpool.Pool
	scores  scores
	rdb     *redis.Client
	goals   *kafka.Reader
	penalty *kafka.Reader
}

func newLeague(db *pgxpool.Pool, rdb *redis.Client, goals, penalty *kafka.Reader) *league {
	return &league{db: db, scores: table{}, rdb: rdb, goals: goals, penalty: penalty}
}

func (l *league) follow(ctx context.Context) error {
	return consume(ctx, l.db, l.goals, l.scores.score)
}

// penalties are members of a set; how many there are is counted by whoever reads.
func (l *league) penalties(ctx context.Context) error {
	for {
		m, err := l.penalty.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var g goal
		if err := json.Unmarshal(m.Value, &g); err != nil {
			return err
		}
		if err := l.rdb.SAdd(ctx, "penalties:"+g.Scorer, fmt.Sprintf("%s/%d", g.Match, g.Minute)).Err(); err != nil {
			return err
		}
		if err := l.penalty.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
