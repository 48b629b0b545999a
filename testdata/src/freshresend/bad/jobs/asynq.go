package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/rs/xid"
)

const (
	taskDevelop = "film:develop"
	taskPrint   = "film:print"
)

// lab develops films. Each step puts the next one into the queue.
type lab struct{ queue *asynq.Client }

func (l *lab) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc(taskDevelop, l.develop)
	return m
}

func (l *lab) develop(ctx context.Context, task *asynq.Task) error {
	var film struct {
		Roll string `json:"roll"`
	}
	if err := json.Unmarshal(task.Payload(), &film); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	next := asynq.NewTask(taskPrint, task.Payload())
	_, err := l.queue.EnqueueContext(ctx, next,
		asynq.Queue("prints"),
		asynq.TaskID(film.Roll+"-"+xid.New().String()), // want "IDV201: .*TaskID"
	)
	return err
}
