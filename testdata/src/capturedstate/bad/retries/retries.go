// Package retries has closures that a retry helper runs again, and that fail after they have changed something.
package retries

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	goretry "github.com/sethvargo/go-retry"
	apps "k8s.io/api/apps/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	conflict "k8s.io/client-go/util/retry"
)

// weather reads stations over HTTP.
type weather struct {
	client *http.Client
	kube   kubernetes.Interface
	seen   map[string]int
}

func (w *weather) get(ctx context.Context, url string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(into)
}

type page struct {
	Readings []float64 `json:"readings"`
	Next     string    `json:"next"`
}

// readings collects pages. When the third page fails, the first two are collected again.
func (w *weather) readings(ctx context.Context, url string) ([]float64, error) {
	var all []float64
	err := backoff.Retry(func() error {
		for next := url; next != ""; {
			var p page
			if err := w.get(ctx, next, &p); err != nil {
				return err
			}
			all = append(all, p.Readings...) // want "IDV506: .*all"
			next = p.Next
		}
		return nil
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	return all, err
}

// rain adds up two stations, and the second one fails after the first is added.
func (w *weather) rain(ctx context.Context, here, there string) (float64, error) {
	sum := 0.0
	err := retry.Do(func() error {
		for _, url := range []string{here, there} {
			var p page
			if err := w.get(ctx, url, &p); err != nil {
				return err
			}
			for _, r := range p.Readings {
				sum += r // want "IDV506: .*sum"
			}
		}
		return nil
	}, retry.Context(ctx))
	return sum, err
}

// visit is a method that is given to the helper as a value. It counts in a field, and fails later.
func (w *weather) visit(ctx context.Context) error {
	var names []string
	if err := w.get(ctx, "https://stations.example/names", &names); err != nil {
		return goretry.RetryableError(err)
	}
	for _, n := range names {
		w.seen[n]++ // want "IDV506: .*seen"
	}
	var p page
	if err := w.get(ctx, "https://stations.example/last", &p); err != nil {
		return goretry.RetryableError(err)
	}
	return nil
}

func (w *weather) tour(ctx context.Context) error {
	return goretry.Do(ctx, goretry.WithMaxRetries(4, goretry.NewConstant(time.Second)), w.visit)
}

// grow raises the number of replicas of an object that it has read before. Each conflict raises it once more.
func (w *weather) grow(ctx context.Context, d *apps.Deployment) error {
	return conflict.RetryOnConflict(conflict.DefaultRetry, func() error {
		*d.Spec.Replicas++ // want "IDV506: .*Replicas"
		fresh, err := w.kube.AppsV1().Deployments(d.Namespace).Get(ctx, d.Name, meta.GetOptions{})
		if err != nil {
			return err
		}
		fresh.Spec.Replicas = d.Spec.Replicas
		_, err = w.kube.AppsV1().Deployments(d.Namespace).Update(ctx, fresh, meta.UpdateOptions{})
		return err
	})
}
