// Package unrelated states long times that no request waits for, beside windows that are as long as they have to be.
package unrelated

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/go-redis/v9"
)

// pool keeps its connections for an hour. No request lives as long.
func pool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.MaxConnLifetime = 24 * time.Hour
	cfg.HealthCheckPeriod = time.Hour
	return pgxpool.NewWithConfig(ctx, cfg)
}

// connect waits for the broker for a day when the program starts, before there is anything to repeat.
func connect(ctx context.Context, url string) (nc *nats.Conn, err error) {
	patient := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(24 * time.Hour))
	err = backoff.Retry(func() error {
		nc, err = nats.Connect(url)
		return err
	}, backoff.WithContext(patient, ctx))
	return nc, err
}

// stream keeps what was sent for a month, and drops repeats for ten minutes.
func stream(ctx context.Context, js jetstream.JetStream) error {
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: "TIDES", Subjects: []string{"tides.>"},
		MaxAge:     30 * 24 * time.Hour,
		Duplicates: 10 * time.Minute,
	})
	return err
}

// report tries for a minute.
func report(ctx context.Context, js jetstream.JetStream, reading string, level []byte) error {
	short := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Minute))
	return backoff.Retry(func() error {
		_, err := js.Publish(ctx, "tides.levels", level, jetstream.WithMsgID(reading))
		return err
	}, backoff.WithContext(short, ctx))
}

// stock is loaded again for hours when the supplier is away. Reading it twice does nothing twice.
func stock(ctx context.Context, client *http.Client, url string) (resp *http.Response, err error) {
	patient := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(12 * time.Hour))
	err = backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err = client.Do(req)
		return err
	}, backoff.WithContext(patient, ctx))
	return resp, err
}

var countOnce = redis.NewScript(`
if redis.call("SET", KEYS[1], 1, "NX", "PX", ARGV[1]) then
	return redis.call("INCR", KEYS[2])
end
return 0`)

// buoys counts signals. How long it remembers them is set where it runs.
type buoys struct {
	rdb    *redis.Client
	window time.Duration
}

func (b *buoys) signal(ctx context.Context, signal, buoy string) error {
	return countOnce.Run(ctx, b.rdb, []string{"{" + buoy + "}:" + signal, "{" + buoy + "}"}, b.window.Milliseconds()).Err()
}

// purge clears requests that were answered, after the longest time in which one can come again and a day.
func purge(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `DELETE FROM tide_requests WHERE state = 'answered' AND answered_at < now() - interval '8 days'`)
	return err
}

const comeBack = 7 * 24 * time.Hour

// again reports whether a request can still be repeated.
func again(first time.Time) bool { return time.Since(first) < comeBack }
