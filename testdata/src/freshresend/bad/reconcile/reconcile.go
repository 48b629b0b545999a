// Package reconcile has controllers. Reconcile runs on every change, on every error and once more after each restart.
package reconcile

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilrand "k8s.io/apimachinery/pkg/util/rand"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// backups makes a job for each volume claim that asks for a backup.
type backups struct{ client.Client }

func (b *backups) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(b)
}

// Reconcile reads the claim from a cache that may not yet show what the last run wrote.
func (b *backups) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var claim corev1.PersistentVolumeClaim
	if err := b.Get(ctx, req.NamespacedName, &claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if claim.Annotations["backup"] != "wanted" {
		return ctrl.Result{}, nil
	}
	job := &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{
			GenerateName: req.Name + "-backup-", // want "IDV201: .*GenerateName"
			Namespace:    req.Namespace,
		},
		Spec: batchv1.JobSpec{Template: pod(claim.Name)},
	}
	if err := b.Create(ctx, job); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, b.snapshot(ctx, &claim)
}

// snapshot draws the suffix itself.
func (b *backups) snapshot(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	report := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
		Name:      claim.Name + "-" + utilrand.String(5), // want "IDV201: .*Name"
		Namespace: claim.Namespace,
	}}
	return b.Create(ctx, report)
}

func pod(claim string) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "backup", Image: "backup:1", Args: []string{claim}}},
	}}
}
