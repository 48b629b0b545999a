// Package counters keeps sums, tables of the best and lists in Redis, under the name of what is counted.
package counters

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
)

// addOnce marks the delivery and raises the sum in one atomic step.
var addOnce = redis.NewScript(`
if redis.call("SET", KEYS[2], "1", "NX", "EX", ARGV[2]) then
  redis.call("INCRBY", KEYS[1], ARGV[1])
end
return 1`)

const remember = 14 * 24 * 60 * 60 // longer than the broker keeps messages

// totals is the store.
type totals struct{ rdb redis.UniversalClient }

func (t *totals) add(ctx context.Context, key, id, n string) error {
	return addOnce.Run(ctx, t.rdb, []string{"{" + key + "}", "{" + key + "}:" + id}, n, remember).Err()
}

// points has one field per match, so that a second run writes the same field. Whoever reads adds them up.
func (t *totals) points(ctx context.Context, player, match string, n float64) error {
	return t.rdb.HSet(ctx, "points:"+player, match, n).Err()
}

// note keeps a line once, however often it comes.
func (t *totals) note(ctx context.Context, player string, second float64, line string) error {
	return t.rdb.ZAdd(ctx, "diary:"+player, redis.Z{Score: second, Member: line}).Err()
}

// turnstiles counts visitors. A delivery that was not acknowledged in time comes back.
type turnstiles struct {
	visits <-chan amqp.Delivery
	totals *totals
}

func (t *turnstiles) run(ctx context.Context) {
	for d := range t.visits {
		if err := t.totals.add(ctx, "visitors", d.MessageId, string(d.Body)); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

type matchArgs struct {
	Match  string  `json:"match"`
	Player string  `json:"player"`
	Points float64 `json:"points"`
}

func (matchArgs) Kind() string { return "match_played" }

type matchWorker struct {
	river.WorkerDefaults[matchArgs]
	totals *totals
}

func (w *matchWorker) Work(ctx context.Context, job *river.Job[matchArgs]) error {
	return w.totals.points(ctx, job.Args.Player, job.Args.Match, job.Args.Points)
}

// diary writes a line for each thing that a player did.
type diary struct{ totals *totals }

func (d *diary) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("diary:line", d.line)
	return m
}

func (d *diary) line(ctx context.Context, task *asynq.Task) error {
	var p struct {
		Player, Text string
		Second       float64
	}
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	return d.totals.note(ctx, p.Player, p.Second, p.Text)
}
