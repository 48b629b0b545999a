package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	avast "github.com/avast/retry-go/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

// build starts builds at a CI server.
type build struct {
	hc     *http.Client
	server string
	branch string
}

// start is repeated as a method value.
func (b *build) start() (string, error) {
	resp, err := b.hc.Post(b.server+"/builds", "text/plain", strings.NewReader(b.branch)) // want "IDV106: POST"
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	name, err := io.ReadAll(resp.Body)
	return string(name), err
}

func methodValue(ctx context.Context, b *build) (string, error) {
	return avast.DoWithData(b.start, avast.Attempts(3), avast.Context(ctx))
}

// version5 repeats whatever failed, also when the server has started the build.
func version5(ctx context.Context, b *build) (*http.Response, error) {
	return backoff5.Retry(ctx, func() (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server+"/nightly", nil)
		if err != nil {
			return nil, backoff5.Permanent(err)
		}
		return b.hc.Do(req) // want "IDV106: POST"
	}, backoff5.WithMaxTries(6))
}

// marked repeats what it has marked, and marks the lost connections.
func marked(ctx context.Context, b *build, label string) error {
	return retry.Do(ctx, retry.WithMaxRetries(3, retry.NewFibonacci(time.Second)), func(ctx context.Context) error {
		body, err := json.Marshal(map[string]string{"label": label, "color": "#c0ffee"})
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server+"/labels", strings.NewReader(string(body)))
		if err != nil {
			return err
		}
		resp, err := b.hc.Do(req) // want "IDV106: POST"
		if err != nil {
			return retry.RetryableError(err)
		}
		return resp.Body.Close()
	})
}

// condition says "not yet" when the request failed.
func condition(ctx context.Context, b *build, reviewer string) error {
	steps := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	return wait.ExponentialBackoffWithContext(ctx, steps, func(ctx context.Context) (bool, error) {
		resp, err := b.hc.Post(b.server+"/reviews?by="+reviewer, "", nil) // want "IDV106: POST"
		if err != nil {
			return false, nil
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusCreated, nil
	})
}

// stubborn is a retry helper of our own with a type parameter.
func stubborn[T any](times int, try func() (T, error)) (T, error) {
	var zero T
	var last error
	for range times {
		v, err := try()
		if err == nil {
			return v, nil
		}
		last = err
	}
	return zero, fmt.Errorf("after %d attempts: %w", times, last)
}

func generic(b *build, text string) (int, error) {
	return stubborn(3, func() (int, error) {
		resp, err := http.Post(b.server+"/comments", "text/plain", strings.NewReader(text)) // want "IDV106: POST"
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	})
}
