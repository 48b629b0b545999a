// Package reconcile has controllers. Reconcile runs on every change, on every error and once more after each restart.
package reconcile

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// backups makes a job for each volume claim that asks for a backup.
type backups struct{ client.Client }

func (b *backups) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(b)
}

// Reconcile names what it makes after the claim and the version of its order.
func (b *backups) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var claim corev1.PersistentVolumeClaim
	if err := b.Get(ctx, req.NamespacedName, &claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	order := claim.Annotations["backup"]
	if order == "" {
		return ctrl.Result{}, nil
	}
	job := &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{
			Name:      req.Name + "-backup-" + order,
			Namespace: req.Namespace,
		},
		Spec: batchv1.JobSpec{Template: pod(claim.Name)},
	}
	if err := b.Create(ctx, job); err != nil && !apierrors.IsAlreadyExists(err) {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, b.snapshot(ctx, &claim)
}

// snapshot uses the identity that the server gave to the claim.
func (b *backups) snapshot(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	report := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
		Name:      claim.Name + "-" + string(claim.UID),
		Namespace: claim.Namespace,
	}}
	return client.IgnoreAlreadyExists(b.Create(ctx, report))
}

// restore is called by a person's command, not by the controller: each order makes one job.
func restore(ctx context.Context, c client.Client, namespace, claim string) error {
	return c.Create(ctx, &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{GenerateName: claim + "-restore-", Namespace: namespace},
		Spec:       batchv1.JobSpec{Template: pod(claim)},
	})
}

func pod(claim string) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "backup", Image: "backup:1", Args: []string{claim}}},
	}}
}
