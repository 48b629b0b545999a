// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"

	"github.com/hibiken/asynq"
	"github.com/lib/pq"
	goretry "github.com/sethvargo/go-retry"
	"go.temporal.io/sdk/worker"
	"golang.org/x/sync/errgroup"
)

// shelf is implemented in another package. Whether false stands for an error or for an answer is not visible here.
type shelf interface {
	Put(ctx context.Context, jar string) bool
}

type cook struct{ shelf shelf }

func (c *cook) routes(mux *asynq.ServeMux) { mux.HandleFunc("jam:put", c.put) }

func (c *cook) put(ctx context.Context, t *asynq.Task) error {
	if !c.shelf.Put(ctx, string(t.Payload())) {
		return nil // miss: IDV508 what false means is decided in a package that the analysis does not join with this one
	}
	return nil
}

// results come back over a channel, and are only logged.
func (c *cook) collect(mux *asynq.ServeMux, work func(ctx context.Context, jar string) error) {
	failed := make(chan error, 16)
	go func() {
		for err := range failed {
			log.Printf("jam: %v", err)
		}
	}()
	mux.HandleFunc("jam:cook", func(ctx context.Context, t *asynq.Task) error {
		if err := work(ctx, string(t.Payload())); err != nil {
			failed <- err
		}
		return nil // miss: IDV508 what a function value from outside does, and whether it may fail for good, is not known here
	})
}

// pool has lanes.
type pool struct{ db *sql.DB }

// heat forgets to wrap the error. Only RetryableError is tried again, so the first failure is the last attempt.
func (p *pool) heat(ctx context.Context, basin string, degrees int) error {
	return goretry.Do(ctx, goretry.WithMaxRetries(5, goretry.NewExponential(time.Second)), func(ctx context.Context) error {
		_, err := p.db.ExecContext(ctx, `UPDATE basins SET degrees = $2 WHERE id = $1`, basin, degrees)
		return err // miss: IDV508 that a mark is missing is not looked for, since an error without one may be meant to be final
	})
}

// Deliver is an activity that waits for its goroutines, and does not look at what they say.
func (p *pool) Deliver(ctx context.Context, towns []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, town := range towns {
		g.Go(func() error {
			_, err := p.db.ExecContext(ctx, `UPDATE towns SET delivered = true WHERE id = $1`, town)
			return err
		})
	}
	_ = g.Wait()
	return nil // miss: IDV508 that Wait of a group tells of the errors of its functions is not known
}

func (p *pool) register(w worker.Worker) { w.RegisterActivity(p.Deliver) }

// repeat is a helper of the house. It looks for the code of a serialization failure.
func (p *pool) repeat(ctx context.Context, f func(*sql.Tx) error) error {
	for attempt := 0; ; attempt++ {
		err := p.once(ctx, f)
		var pqErr *pq.Error
		if attempt < 5 && errors.As(err, &pqErr) && pqErr.Code == "40001" {
			continue
		}
		return err
	}
}

func (p *pool) once(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := p.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// barrier opens. Its text has what was wrong, but nothing that the helper could find.
func (p *pool) barrier(ctx context.Context, gate string) error {
	return p.repeat(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE gates SET open = true WHERE id = $1`, gate)
		if err != nil {
			return errors.New("gate " + gate + ": " + err.Error()) // miss: IDV508 for which errors a helper of the house tries again is not known
		}
		return nil
	})
}
