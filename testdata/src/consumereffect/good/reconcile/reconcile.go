// Package reconcile has a controller that tells by writing down what it sees.
package reconcile

import (
	"context"

	"github.com/slack-go/slack"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// watcher tells about jobs that failed.
type watcher struct {
	client.Client
	chat   *slack.Client
	events record.EventRecorder
	board  string
}

// SetupWithManager registers the controller.
func (w *watcher) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&batchv1.Job{}).Complete(w)
}

// Reconcile records an event, which the cluster counts up, and shows the last failure on a board that is always the same post.
func (w *watcher) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	if err := w.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if job.Status.Failed == 0 {
		return ctrl.Result{}, nil
	}
	w.events.Event(&job, corev1.EventTypeWarning, "Failed", "the job failed")
	return ctrl.Result{}, w.show(ctx, job.Name)
}

func (w *watcher) show(ctx context.Context, job string) error {
	_, _, _, err := w.chat.UpdateMessageContext(ctx, "CJOBS", w.board, slack.MsgOptionText(job+" failed", false))
	return err
}
