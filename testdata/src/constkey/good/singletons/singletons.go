// Package singletons names things of which there is to be only one: there, a constant name is the point.
package singletons

import (
	"context"

	"github.com/hibiken/asynq"
	"go.temporal.io/sdk/client"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// reaper is a workflow that runs once at a time.
func reaper(ctx context.Context, tc client.Client) error {
	opts := client.StartWorkflowOptions{ID: "reaper", TaskQueue: "upkeep"}
	_, err := tc.ExecuteWorkflow(ctx, opts, "Reap")
	return err
}

// rollup is a task that is not to pile up in its queue.
func rollup(ctx context.Context, c *asynq.Client) error {
	_, err := c.EnqueueContext(ctx, asynq.NewTask("stats:rollup", nil), asynq.TaskID("rollup"))
	return err
}

// settings exist once in the cluster.
func settings(ctx context.Context, maps typedcorev1.ConfigMapInterface) error {
	_, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "kiosk-settings"}}, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}
