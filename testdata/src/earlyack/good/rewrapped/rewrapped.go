// Package rewrapped adds what went wrong in each turn to what went wrong before.
package rewrapped

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
)

// buoy stores the height of waves.
type buoy struct{ pool *pgxpool.Pool }

func (b *buoy) register(mux *asynq.ServeMux) { mux.HandleFunc("waves:store", b.waves) }

// waves stores a batch. When one of its rows fails, all of them are stored once more.
func (b *buoy) waves(ctx context.Context, t *asynq.Task) error {
	var batch map[string]float64
	err := json.Unmarshal(t.Payload(), &batch)
	if err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	for id, height := range batch {
		if innerErr := b.store(ctx, id, height); innerErr != nil {
			err = also(err, innerErr)
		}
	}
	if err != nil {
		return fmt.Errorf("waves: %w", err)
	}
	return nil
}

func (b *buoy) store(ctx context.Context, id string, height float64) error {
	_, err := b.pool.Exec(ctx, `INSERT INTO waves (id, height) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, height)
	return err
}

// several is a list of errors, of a type of its own.
type several struct{ list []error }

func (s *several) Error() string { return fmt.Sprint(s.list) }

func also(before, err error) *several {
	if s, ok := before.(*several); ok {
		return &several{append(s.list, err)}
	}
	return &several{[]error{err}}
}
