// Package lifetime keeps for the whole process what may be kept: its name, its namespace, the id in its logs.
package lifetime

import (
	"context"
	"net/http"
	"sync"

	"github.com/google/uuid"
)

// instance tells the processes apart in the logs.
var instance = uuid.NewString()

// press is the namespace of the orders.
var press = uuid.MustParse("5f6a3c1e-8a6f-4a55-9d0e-0c2e4b7f9a11")

// Print orders prints.
func Print(ctx context.Context, hc *http.Client, url, order string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("X-Instance", instance)
	req.Header.Add("X-Idempotency-Key", uuid.NewSHA1(press, []byte(order)).String())
	return do(hc, req)
}

// job is one order; it makes its key when it is first asked, and keeps it.
type job struct {
	key func() string
}

func newJob() *job { return &job{key: sync.OnceValue(uuid.NewString)} }

func (j *job) bind(hc *http.Client, req *http.Request) error {
	req.Header.Set("Idempotency-Key", j.key())
	return do(hc, req)
}

func do(hc *http.Client, req *http.Request) error {
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
