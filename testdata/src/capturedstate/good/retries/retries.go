// Package retries has closures that a retry helper runs again. They change the outside as their last act, or absolutely.
package retries

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/prometheus/client_golang/prometheus"
	goretry "github.com/sethvargo/go-retry"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	conflict "k8s.io/client-go/util/retry"
)

// weather reads stations over HTTP.
type weather struct {
	client *http.Client
	kube   kubernetes.Interface
	seen   map[string]int
	tries  prometheus.Counter
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

// readings tries each page by itself. A page is added when it is there, and nothing fails after that.
func (w *weather) readings(ctx context.Context, url string) ([]float64, error) {
	var all []float64
	for next := url; next != ""; {
		err := backoff.Retry(func() error {
			var p page
			if err := w.get(ctx, next, &p); err != nil {
				return err
			}
			all = append(all, p.Readings...)
			next = p.Next
			return nil
		}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// again keeps where it was: a page that is collected is not asked for again.
func (w *weather) again(ctx context.Context, url string) ([]float64, error) {
	var all []float64
	next := url
	err := backoff.Retry(func() error {
		for next != "" {
			var p page
			if err := w.get(ctx, next, &p); err != nil {
				return err
			}
			all = append(all, p.Readings...)
			next = p.Next
		}
		return nil
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	return all, err
}

// rain returns its sum as the closure's result.
func (w *weather) rain(ctx context.Context, here, there string) (float64, error) {
	return backoff5.Retry(ctx, func() (float64, error) {
		sum := 0.0
		for _, url := range []string{here, there} {
			var p page
			if err := w.get(ctx, url, &p); err != nil {
				return 0, err
			}
			for _, r := range p.Readings {
				sum += r
			}
		}
		return sum, nil
	})
}

// tries counts attempts, which is what the counters are for.
func (w *weather) patient(ctx context.Context, url string) (p page, err error) {
	attempts := 0
	err = retry.Do(func() error {
		attempts++
		w.tries.Inc()
		if err := w.get(ctx, url, &p); err != nil {
			log.Printf("attempt %d of %s: %v", attempts, url, err)
			return err
		}
		return nil
	}, retry.Context(ctx))
	return p, err
}

// complain says it once.
func (w *weather) complain(ctx context.Context, url string) (p page, err error) {
	said := false
	err = retry.Do(func() error {
		err := w.get(ctx, url, &p)
		if err != nil && !said {
			log.Printf("%s does not answer: %v", url, err)
			said = true
		}
		return err
	}, retry.Context(ctx))
	return p, err
}

// visit asks for everything before it counts.
func (w *weather) visit(ctx context.Context) error {
	var names []string
	if err := w.get(ctx, "https://stations.example/names", &names); err != nil {
		return goretry.RetryableError(err)
	}
	var p page
	if err := w.get(ctx, "https://stations.example/last", &p); err != nil {
		return goretry.RetryableError(err)
	}
	for _, n := range names {
		w.seen[n]++
	}
	return nil
}

func (w *weather) tour(ctx context.Context) error {
	return goretry.Do(ctx, goretry.WithMaxRetries(4, goretry.NewConstant(time.Second)), w.visit)
}

// both writes its results to fixed places.
func (w *weather) both(ctx context.Context, urls [2]string) (out [2]page, err error) {
	byName := map[string]float64{}
	err = retry.Do(func() error {
		for i, url := range urls {
			if err := w.get(ctx, url, &out[i]); err != nil {
				return err
			}
			byName[url] = float64(len(out[i].Readings))
		}
		return nil
	}, retry.Context(ctx))
	log.Printf("readings: %v", byName)
	return out, err
}

// grow changes an object that it has just read. On a conflict it reads the next one.
func (w *weather) grow(ctx context.Context, space, name string, replicas int32) error {
	return conflict.RetryOnConflict(conflict.DefaultRetry, func() error {
		d, err := w.kube.AppsV1().Deployments(space).Get(ctx, name, meta.GetOptions{})
		if err != nil {
			return err
		}
		d.Generation++
		d.Spec.Replicas = &replicas
		_, err = w.kube.AppsV1().Deployments(space).Update(ctx, d, meta.UpdateOptions{})
		return err
	})
}
