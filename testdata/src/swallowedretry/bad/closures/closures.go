// Package closures has functions that are given to retry helpers, and end the retries by saying nothing.
package closures

import (
	"context"
	"log"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	goretry "github.com/sethvargo/go-retry"
)

// pool has lanes.
type pool struct{ db *pgxpool.Pool }

func (p *pool) open(ctx context.Context, lane string) error {
	return retry.Do(func() error {
		if _, err := p.db.Exec(ctx, `UPDATE lanes SET open = true WHERE id = $1`, lane); err != nil {
			log.Printf("lane %s: %v", lane, err)
			return nil // want "IDV508: .*lanes"
		}
		return nil
	}, retry.Context(ctx))
}

// heat forgets to wrap the error. Only RetryableError is tried again, so the first failure is the last attempt.
func (p *pool) heat(ctx context.Context, basin string, degrees int) error {
	return goretry.Do(ctx, goretry.WithMaxRetries(5, goretry.NewExponential(time.Second)), func(ctx context.Context) error {
		_, err := p.db.Exec(ctx, `UPDATE basins SET degrees = $2 WHERE id = $1`, basin, degrees)
		return err // want "IDV508: .*basins"
	})
}

// depth returns what it has, which is nothing, with no error.
func (p *pool) depth(ctx context.Context, basin string) (float64, error) {
	return backoff.Retry(ctx, func() (float64, error) {
		var metres float64
		err := p.db.QueryRow(ctx, `SELECT metres FROM depths WHERE basin = $1`, basin).Scan(&metres)
		if err != nil {
			log.Printf("depth of %s: %v", basin, err)
			return 0, nil // want "IDV508: .*depths"
		}
		return metres, nil
	})
}
