// Package reconcile gives back to its queue what has to come again.
package reconcile

import (
	"context"
	"log"
	"time"

	apps "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Pauser pauses deployments.
type Pauser struct{ client.Client }

// Reconcile has nothing to do for what is gone, and comes back soon after a conflict.
func (p *Pauser) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var d apps.Deployment
	if err := p.Get(ctx, req.NamespacedName, &d); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	d.Spec.Paused = true
	err := p.Update(ctx, &d)
	if errors.IsConflict(err) {
		log.Printf("%s was changed meanwhile", req.Name)
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	return ctrl.Result{}, err
}
