package good

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
	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

// build starts builds at a CI server.
type build struct {
	hc     *http.Client
	server string
	branch string
	key    string
}

func newBuild(server, branch string) *build {
	return &build{hc: http.DefaultClient, server: server, branch: branch, key: uuid.NewString()}
}

func (b *build) start() (string, error) {
	req, err := http.NewRequest(http.MethodPost, b.server+"/builds", strings.NewReader(b.branch))
	if err != nil {
		return "", err
	}
	req.Header.Set("Idempotency-Key", b.key)
	resp, err := b.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	name, err := io.ReadAll(resp.Body)
	return string(name), err
}

// methodValue repeats a method whose key was made with the object.
func methodValue(ctx context.Context, server, branch string) (string, error) {
	return avast.DoWithData(newBuild(server, branch).start, avast.Attempts(3), avast.Context(ctx))
}

// version5 marks every failure as permanent once the request is on its way.
func version5(ctx context.Context, b *build, ready func() error) (*http.Response, error) {
	return backoff5.Retry(ctx, func() (*http.Response, error) {
		if err := ready(); err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server+"/nightly", nil)
		if err != nil {
			return nil, backoff5.Permanent(err)
		}
		resp, err := b.hc.Do(req)
		if err != nil {
			return nil, backoff5.Permanent(err)
		}
		return resp, nil
	}, backoff5.WithMaxTries(6))
}

// unmarked never marks an error, and the library repeats only what is marked.
func unmarked(ctx context.Context, b *build, label string) error {
	return retry.Do(ctx, retry.WithMaxRetries(3, retry.NewFibonacci(time.Second)), func(ctx context.Context) error {
		ping, err := b.hc.Get(b.server + "/ready")
		if err != nil {
			return retry.RetryableError(err)
		}
		_ = ping.Body.Close()
		body, err := json.Marshal(map[string]string{"label": label, "color": "#c0ffee"})
		if err != nil {
			return err
		}
		resp, err := b.hc.Post(b.server+"/labels", "application/json", strings.NewReader(string(body)))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// condition asks again after a lost reply, under a key that the receiver has in a header of its own.
func condition(ctx context.Context, b *build, reviewer string) error {
	steps := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	return wait.ExponentialBackoffWithContext(ctx, steps, func(ctx context.Context) (bool, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server+"/reviews", strings.NewReader(reviewer))
		if err != nil {
			return false, err
		}
		req.Header["X-Review-Key"] = []string{b.branch + "/" + reviewer}
		resp, err := b.hc.Do(req)
		if err != nil {
			return false, nil
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusCreated, nil
	})
}

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

// generic reads with the helper and writes without it.
func generic(b *build, text string) (int, error) {
	thread, err := stubborn(3, func() (string, error) {
		resp, err := http.Get(b.server + "/threads/latest")
		if err != nil {
			return "", err
		}
		return resp.Header.Get("Location"), resp.Body.Close()
	})
	if err != nil {
		return 0, err
	}
	resp, err := http.Post(b.server+thread, "text/plain", strings.NewReader(text))
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// each is a helper that looks like a retry and runs over work.
func each[T any](items []T, do func(T) error) (failed int) {
	for _, it := range items {
		if err := do(it); err != nil {
			failed++
			continue
		}
	}
	return failed
}

func comments(b *build, texts []string) int {
	return each(texts, func(text string) error {
		resp, err := b.hc.Post(b.server+"/comments", "text/plain", strings.NewReader(text))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
