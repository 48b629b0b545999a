// Package wrapped has a loop of its own for all of its consumers, and stores behind an interface.
package wrapped

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

// consume hands each message to handle, and commits it when handle is content.
func consume[T any](ctx context.Context, in *kafka.Reader, handle func(context.Context, T) error) error {
	for {
		m, err := in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var v T
		if err := json.Unmarshal(m.Value, &v); err != nil {
			return err
		}
		if err := handle(ctx, v); err != nil {
			return err
		}
		if err := in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

type goal struct {
	Match  string `json:"match"`
	Team   string `json:"team"`
	Scorer string `json:"scorer"`
}

type scores interface {
	score(ctx context.Context, g goal) error
}

// table is the only implementation.
type table struct{ db *pgxpool.Pool }

func (t *table) score(ctx context.Context, g goal) error {
	const raise = `UPDATE teams
		SET goals = goals + 1
		WHERE name = $1`
	_, err := t.db.Exec(ctx, raise, g.Team) // want "IDV401: .*teams"
	return err
}

type league struct {
	scores  scores
	rdb     *redis.Client
	goals   *kafka.Reader
	penalty *kafka.Reader
}

func newLeague(db *pgxpool.Pool, rdb *redis.Client, goals, penalty *kafka.Reader) *league {
	return &league{scores: &table{db: db}, rdb: rdb, goals: goals, penalty: penalty}
}

func (l *league) follow(ctx context.Context) error {
	return consume(ctx, l.goals, l.scores.score)
}

// penalties has a pipeline, which is filled in a function of its own.
func (l *league) penalties(ctx context.Context) error {
	return consume(ctx, l.penalty, func(ctx context.Context, g goal) error {
		p := l.rdb.TxPipeline()
		queue(ctx, p, g)
		_, err := p.Exec(ctx)
		return err
	})
}

func queue(ctx context.Context, p redis.Pipeliner, g goal) {
	p.ZIncrBy(ctx, "penalties", 1, g.Scorer) // want "IDV401: .*ZIncrBy"
}
