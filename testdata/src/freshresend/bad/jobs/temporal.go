// Package jobs has steps that a workflow engine or a job queue runs again when they fail, or when their result is lost.
package jobs

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
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

// journey is the workflow: its activities are tried again until they succeed.
func journey(ctx workflow.Context, place string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var t *trip
	if err := workflow.ExecuteActivity(ctx, t.Room, place).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, t.Guide, place).Get(ctx, nil)
}

// Room asks for a hotel room.
func (t *trip) Room(ctx context.Context, place string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.hotels+"/rooms", strings.NewReader(place))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV201: .*Idempotency-Key"
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

// Guide starts the workflow that finds a guide. A second run of this activity starts a second search.
func (t *trip) Guide(ctx context.Context, place string) error {
	_, err := t.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID:        "guide-" + uuid.NewString(), // want "IDV201: .*ID"
		TaskQueue: "guides",
	}, "FindGuide", place)
	return err
}
