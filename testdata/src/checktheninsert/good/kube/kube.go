// Package kube creates objects under names that follow from their owner. The server refuses the second one.
package kube

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func ensureConfig(ctx context.Context, c kubernetes.Interface, ns, name string, data map[string]string) error {
	maps := c.CoreV1().ConfigMaps(ns)
	_, err := maps.Get(ctx, name, metav1.GetOptions{})
	if !apierrors.IsNotFound(err) {
		return err
	}
	_, err = maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: data}, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

// ensureNamespace takes the refusal for success through a helper of the library.
func ensureNamespace(ctx context.Context, c client.Client, name string) error {
	var ns corev1.Namespace
	err := c.Get(ctx, client.ObjectKey{Name: name}, &ns)
	if !apierrors.IsNotFound(err) {
		return err
	}
	ns.Name = name
	return client.IgnoreAlreadyExists(c.Create(ctx, &ns))
}
