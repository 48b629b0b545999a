// Package counters keeps sums, tables of the best and lists in Redis, and raises them once per delivery.
package counters

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
)

// totals is the store; its methods do not know who calls them.
type totals struct{ rdb redis.UniversalClient }

func (t *totals) add(ctx context.Context, key string, n int64) error {
	return t.rdb.IncrBy(ctx, key, n).Err() // want "IDV401: .*IncrBy"
}

func (t *totals) points(ctx context.Context, player string, n float64) (float64, error) {
	return t.rdb.ZIncrBy(ctx, "ranking", n, player).Result() // want "IDV401: .*ZIncrBy"
}

func (t *totals) note(ctx context.Context, player, line string) error {
	return t.rdb.RPush(ctx, "diary:"+player, line).Err() // want "IDV401: .*RPush"
}

// turnstiles counts visitors. A delivery that was not acknowledged in time comes back.
type turnstiles struct {
	visits <-chan amqp.Delivery
	totals *totals
}

func (t *turnstiles) run(ctx context.Context) {
	for d := range t.visits {
		if err := t.count(ctx, d.Body); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

func (t *turnstiles) count(ctx context.Context, body []byte) error {
	n, err := strconv.ParseInt(string(body), 10, 64)
	if err != nil {
		return nil
	}
	return t.totals.add(ctx, "visitors", n)
}

type matchArgs struct {
	Match  string  `json:"match"`
	Player string  `json:"player"`
	Points float64 `json:"points"`
}

func (matchArgs) Kind() string { return "match_played" }

// matchWorker is called again when it fails, or when the process ends before the job is marked as done.
type matchWorker struct {
	river.WorkerDefaults[matchArgs]
	totals *totals
}

func (w *matchWorker) Work(ctx context.Context, job *river.Job[matchArgs]) error {
	sum, err := w.totals.points(ctx, job.Args.Player, job.Args.Points)
	if err != nil {
		return fmt.Errorf("match %s after %v points: %w", job.Args.Match, sum, err)
	}
	return nil
}

// diary writes a line for each thing that a player did.
type diary struct{ totals *totals }

func (d *diary) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("diary:line", d.line)
	return m
}

func (d *diary) line(ctx context.Context, task *asynq.Task) error {
	var p struct{ Player, Text string }
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	return d.totals.note(ctx, p.Player, p.Text)
}
