// Package films cuts films. A task may run for half an hour, and its name is taken for a day.
package films

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/hibiken/asynq"
)

type studio struct{ queue *asynq.Client }

// cut asks for a cut of a film. Whoever asks while one is under way joins it.
func (s *studio) cut(ctx context.Context, film string) error {
	payload, err := json.Marshal(map[string]string{"film": film})
	if err != nil {
		return err
	}
	task := asynq.NewTask("film:cut", payload,
		asynq.Timeout(30*time.Minute),
		asynq.Unique(24*time.Hour),
	)
	_, err = s.queue.EnqueueContext(ctx, task)
	if errors.Is(err, asynq.ErrDuplicateTask) {
		return nil
	}
	return err
}
