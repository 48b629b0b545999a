// Package reconcile makes an object under a name that follows from its owner, and is content when it is there.
package reconcile

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
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
	if err := t.quota(ctx, req.Namespace); err != nil {
		if apierrors.IsConflict(err) {
			return ctrl.Result{RequeueAfter: time.Second}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, t.account(ctx, req.Namespace, req.Name)
}

func (t *tenants) volume(ctx context.Context, ns, tenant string) error {
	err := t.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: tenant + "-settings"}})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

// quota updates what it has read: a conflict means that it has to be read again.
func (t *tenants) quota(ctx context.Context, ns string) error {
	var q corev1.ResourceQuota
	if err := t.Get(ctx, client.ObjectKey{Namespace: ns, Name: "default"}, &q); err != nil {
		return client.IgnoreNotFound(err)
	}
	q.Labels = map[string]string{"checked": "yes"}
	return t.Update(ctx, &q)
}

func (t *tenants) account(ctx context.Context, ns, tenant string) error {
	return client.IgnoreNotFound(t.Delete(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: tenant + "-old"}}))
}
