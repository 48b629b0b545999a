// Package closures has functions that are given to retry helpers, and end the retries by saying nothing.
package closures

import (
	"context"
	"log"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5/pgxpool"
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
