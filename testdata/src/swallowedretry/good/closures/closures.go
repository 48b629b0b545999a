// Package closures has functions that are given to retry helpers, and say when to try again and when not.
package closures

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	goretry "github.com/sethvargo/go-retry"
)

var errNoBasin = errors.New("there is no such basin")

// pool has lanes.
type pool struct{ db *pgxpool.Pool }

func (p *pool) open(ctx context.Context, lane string) error {
	return retry.Do(func() error {
		if _, err := p.db.Exec(ctx, `UPDATE lanes SET open = true WHERE id = $1`, lane); err != nil {
			log.Printf("lane %s: %v", lane, err)
			return err
		}
		return nil
	}, retry.Context(ctx))
}

func (p *pool) heat(ctx context.Context, basin string, degrees int) error {
	return goretry.Do(ctx, goretry.WithMaxRetries(5, goretry.NewExponential(time.Second)), func(ctx context.Context) error {
		if _, err := p.db.Exec(ctx, `UPDATE basins SET degrees = $2 WHERE id = $1`, basin, degrees); err != nil {
			return goretry.RetryableError(err)
		}
		return nil
	})
}

// depth does not try again when the answer is that there is none.
func (p *pool) depth(ctx context.Context, basin string) (float64, error) {
	return backoff.Retry(ctx, func() (float64, error) {
		var metres float64
		err := p.db.QueryRow(ctx, `SELECT metres FROM depths WHERE basin = $1`, basin).Scan(&metres)
		if errors.Is(err, pgx.ErrNoRows) {
			return 0, backoff.Permanent(errNoBasin)
		}
		return metres, err
	})
}

// length ends the retries with nil, and keeps the error that ends them in a variable that is looked at.
func (p *pool) length(ctx context.Context, basin string) (metres float64, err error) {
	var final error
	err = retry.Do(func() error {
		err := p.db.QueryRow(ctx, `SELECT metres FROM lengths WHERE basin = $1`, basin).Scan(&metres)
		if errors.Is(err, pgx.ErrNoRows) {
			final = errNoBasin
			return nil
		}
		return err
	}, retry.Context(ctx))
	return metres, errors.Join(err, final)
}

// wait tries until somebody has opened the lane. That it is not open is an error of its own.
func (p *pool) wait(ctx context.Context, lane string) error {
	errClosed := errors.New("lane " + lane + " is closed")
	return retry.Do(func() error {
		var open bool
		if err := p.db.QueryRow(ctx, `SELECT open FROM lanes WHERE id = $1`, lane).Scan(&open); err != nil {
			return err
		}
		if !open {
			return errClosed
		}
		return nil
	}, retry.Context(ctx))
}
