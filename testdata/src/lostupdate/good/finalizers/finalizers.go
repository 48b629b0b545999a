// Package finalizers writes with the version of the object that it has read: the server refuses what is based on an older one.
package finalizers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const keep = "example.com/keep"

type keeper struct{ client.Client }

// Reconcile reads from a cache that may be behind.
func (k *keeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var vol corev1.PersistentVolumeClaim
	if err := k.Get(ctx, req.NamespacedName, &vol); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !vol.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(&vol, keep)
		return ctrl.Result{}, k.Update(ctx, &vol)
	}
	if controllerutil.ContainsFinalizer(&vol, keep) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, k.hold(ctx, &vol)
}

func (k *keeper) hold(ctx context.Context, vol *corev1.PersistentVolumeClaim) error {
	before := vol.DeepCopy()
	controllerutil.AddFinalizer(vol, keep)
	return k.Patch(ctx, vol, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}))
}

func (k *keeper) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(k)
}

// scale reads again after a conflict.
func scale(ctx context.Context, k kubernetes.Interface, ns, name string, by int32) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		d, err := k.AppsV1().Deployments(ns).Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		n := *d.Spec.Replicas + by
		d.Spec.Replicas = &n
		_, err = k.AppsV1().Deployments(ns).Update(ctx, d, metav1.UpdateOptions{})
		return err
	})
}
