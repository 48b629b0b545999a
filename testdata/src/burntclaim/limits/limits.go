// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
)

// deduper is implemented in another package: that it marks when it is asked, its name alone says.
type deduper interface {
	CheckAndMark(ctx context.Context, id string) (dup bool, err error)
}

func behindInterface(ctx context.Context, d deduper, id string, work func(context.Context) error) error {
	dup, err := d.CheckAndMark(ctx, id) // miss: IDV311 an interface that another package implements
	if err != nil || dup {
		return err
	}
	return work(ctx)
}

// The task of an order has the order's name. Its handler gives up for good on an error that may pass; the task is archived, keeps
// its name, and every later order of the same name is taken for a repeat.
func enqueue(ctx context.Context, q *asynq.Client, order string, body []byte) error {
	_, err := q.EnqueueContext(ctx, asynq.NewTask("ship", body), asynq.TaskID("ship/"+order)) // miss: IDV311 a task and its handler meet by the name of the type only
	if errors.Is(err, asynq.ErrTaskIDConflict) {
		return nil
	}
	return err
}

func ship(ctx context.Context, t *asynq.Task, book func(context.Context, string) error) error {
	var p struct{ Order string }
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return err
	}
	if err := book(ctx, p.Order); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	return nil
}
