// Package reconcile has a controller that posts what it sees, each time it sees it.
package reconcile

import (
	"context"

	"github.com/slack-go/slack"
	batchv1 "k8s.io/api/batch/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// watcher tells about jobs that failed.
type watcher struct {
	client.Client
	chat *slack.Client
}

// SetupWithManager registers the controller.
func (w *watcher) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&batchv1.Job{}).Complete(w)
}

// Reconcile runs for each change of a job, and for all of them after a restart.
func (w *watcher) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	if err := w.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if job.Status.Failed == 0 {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, w.tell(ctx, job.Name)
}

func (w *watcher) tell(ctx context.Context, job string) error {
	_, _, err := w.chat.PostMessageContext(ctx, "CJOBS", slack.MsgOptionText(job+" failed", false)) // want "IDV504: .*PostMessageContext"
	return err
}
