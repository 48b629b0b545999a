// Package started has an activity that stumbles over what it did not get: the panic is what has it run again.
package started

import (
	"context"
	"log/slog"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

type quay struct{ c client.Client }

func cross(workflow.Context, string) error { return nil }

// Embark logs the failure, and goes on to ask a run that is nil for its id.
func (q *quay) Embark(ctx context.Context, ferry string) (string, error) {
	run, err := q.c.SignalWithStartWorkflow(ctx, "ferry:"+ferry, "aboard", ferry, client.StartWorkflowOptions{ID: "ferry:" + ferry, TaskQueue: "ferries"}, cross, ferry)
	if err != nil {
		slog.ErrorContext(ctx, "not started", "ferry", ferry, "error", err)
	}
	return run.GetID(), nil
}

func trip(ctx workflow.Context, q *quay, ferry string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 5},
	})
	return workflow.ExecuteActivity(ctx, q.Embark, ferry).Get(ctx, nil)
}

func register(w worker.Worker, q *quay) {
	w.RegisterWorkflow(trip)
	w.RegisterActivity(q.Embark)
}
