package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

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

// develop names the next task by the roll. That it is in the queue already is what a repeat wants.
func (l *lab) develop(ctx context.Context, task *asynq.Task) error {
	var film struct {
		Roll string `json:"roll"`
	}
	if err := json.Unmarshal(task.Payload(), &film); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	slog.Info("develop", "roll", film.Roll, "run", xid.New().String())
	next := asynq.NewTask(taskPrint, task.Payload())
	_, err := l.queue.EnqueueContext(ctx, next, asynq.Queue("prints"), asynq.TaskID("print-"+film.Roll))
	if errors.Is(err, asynq.ErrTaskIDConflict) {
		return nil
	}
	return err
}

// accept puts the first task into the queue, under an id of its own: every film that comes over the counter is new.
func (l *lab) accept(ctx context.Context, roll []byte) (string, error) {
	id := xid.New().String()
	_, err := l.queue.EnqueueContext(ctx, asynq.NewTask(taskDevelop, roll), asynq.TaskID(id))
	return id, err
}
