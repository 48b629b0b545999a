// Package jobs has steps that a workflow engine or a job queue runs again when they fail, or when their result is lost.
package jobs

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// trip books the parts of a journey.
type trip struct {
	hotels   string
	client   *http.Client
	temporal client.Client
}

func (t *trip) register(w worker.Worker) {
	w.RegisterWorkflow(journey)
	w.RegisterActivity(t)
}

// journey is the workflow. What its side effect returns is in the history: a replay reads it from there.
func journey(ctx workflow.Context, place string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var key string
	minted := workflow.SideEffect(ctx, func(workflow.Context) any { return uuid.NewString() })
	if err := minted.Get(&key); err != nil {
		return err
	}
	var t *trip
	if err := workflow.ExecuteActivity(ctx, t.Room, place, key).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, t.Guide, place).Get(ctx, nil)
}

// Room asks for a hotel room under the key that the workflow remembers.
func (t *trip) Room(ctx context.Context, place, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.hotels+"/rooms", strings.NewReader(place))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := t.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("no room in %s: %s", place, resp.Status)
	}
	return nil
}

// Guide starts the workflow that finds a guide. The id of an activity is the same in all of its attempts.
func (t *trip) Guide(ctx context.Context, place string) error {
	info := activity.GetInfo(ctx)
	_, err := t.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID:        "guide-" + info.WorkflowExecution.RunID + "-" + info.ActivityID,
		TaskQueue: "guides",
	}, "FindGuide", place)
	return err
}

// start begins a journey for a person at the desk: a new one each time.
func start(ctx context.Context, c client.Client, place string) (string, error) {
	id := "journey-" + uuid.NewString()
	_, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: "journeys"}, journey, place)
	return id, err
}
