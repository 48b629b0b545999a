// Package reconcile makes an object under a name that follows from its owner, and fails when it is there.
package reconcile

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type tenants struct{ client.Client }

// Reconcile is called again after each error, with ever longer pauses.
func (t *tenants) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := t.volume(ctx, req.Namespace, req.Name); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, t.account(ctx, req.Namespace, req.Name)
}

func (t *tenants) volume(ctx context.Context, ns, tenant string) error {
	return t.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: tenant + "-settings"}}) // want "IDV304: .*Create"
}

// account deletes what was left over. In the second round there is nothing to delete.
func (t *tenants) account(ctx context.Context, ns, tenant string) error {
	return t.Delete(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: tenant + "-old"}}) // want "IDV304: .*Delete"
}
