// Package reconcile drops what its queue would bring again.
package reconcile

import (
	"context"
	"log"

	apps "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Pauser pauses deployments.
type Pauser struct{ client.Client }

// Reconcile is called again when it returns an error, and not before the next change when it returns none.
func (p *Pauser) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var d apps.Deployment
	if err := p.Get(ctx, req.NamespacedName, &d); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	d.Spec.Paused = true
	if err := p.Update(ctx, &d); err != nil {
		log.Printf("pause %s: %v", req.Name, err)
		return ctrl.Result{}, nil // want "IDV508: .*(Update|deployments)"
	}
	return ctrl.Result{}, nil
}
