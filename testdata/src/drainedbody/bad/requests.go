// Package bad sends bodies that an attempt before has already read.
package bad

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

var errGaveUp = errors.New("gave up")

// outside builds the request once, and with it its body.
func outside(ctx context.Context, url, text string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, strings.NewReader(text))
	if err != nil {
		return err
	}
	for range 3 {
		resp, err := http.DefaultClient.Do(req) // want "IDV111: "
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errGaveUp
}

// cloned takes a copy of the request for each attempt. The copies share one body.
func cloned(ctx context.Context, c *http.Client, url string, raw []byte) error {
	template, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return retry.Do(func() error {
		limited, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		resp, err := c.Do(template.Clone(limited)) // want "IDV111: "
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3))
}

type sample struct {
	Sensor string    `json:"sensor"`
	Values []float64 `json:"values"`
}

// meter sends measurements.
type meter struct {
	hc  *http.Client
	url string
}

// encoded writes into a buffer before the loop, and empties it with the first attempt.
func (m *meter) encoded(ctx context.Context, s sample) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(s); err != nil {
		return err
	}
	for try := 0; try < 4; try++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, m.url+"/"+s.Sensor, &buf) // want "IDV111: "
		if err != nil {
			return err
		}
		resp, err := m.hc.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second << try)
	}
	return errGaveUp
}

// put reads its body once. That is its right: the loop has to see to it.
func (m *meter) put(ctx context.Context, path string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, m.url+path, body)
	if err != nil {
		return err
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (m *meter) file(ctx context.Context, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for i := 0; i < 3; i++ {
		if err = m.put(ctx, "/files/"+name, f); err == nil { // want "IDV111: "
			return nil
		}
	}
	return err
}

// hashed wraps the reader anew in each attempt; behind the wrappers it stays the same.
func hashed(ctx context.Context, m *meter, body io.Reader) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 4, Duration: time.Second, Factor: 1.5}, func() (bool, error) {
		digest := sha256.New()
		tee := io.TeeReader(bufio.NewReader(body), digest)
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, m.url+"/raw", tee) // want "IDV111: "
		if err != nil {
			return false, err
		}
		resp, err := m.hc.Do(req)
		if err != nil {
			return false, nil
		}
		return true, resp.Body.Close()
	})
}

// album keeps the reader in a field, and its method is repeated.
type album struct {
	hc    *http.Client
	photo io.ReadCloser
	name  string
}

func (a *album) store(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://album.example/photos", a.photo) // want "IDV111: "
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", a.name)
	resp, err := a.hc.Do(req)
	if err != nil {
		return sethvargo.RetryableError(err)
	}
	return resp.Body.Close()
}

func method(ctx context.Context, a *album) error {
	return sethvargo.Constant(ctx, time.Second, a.store)
}

// form closes a multipart form before the loop; the request takes its buffer in the loop.
func form(ctx context.Context, c *http.Client, url, number string, scan []byte) error {
	body := new(bytes.Buffer)
	w := multipart.NewWriter(body)
	part, err := w.CreateFormFile("scan", number)
	if err != nil {
		return err
	}
	if _, err := part.Write(scan); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	for left := 5; left > 0; left-- {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body) // want "IDV111: "
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", w.FormDataContentType())
		req.Header.Set("X-Idempotency-Key", number)
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errGaveUp
}

// piped streams from a goroutine that writes once.
func piped(ctx context.Context, c *http.Client, url string, rows []sample) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(json.NewEncoder(w).Encode(rows)) }()
	var err error
	for try := range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPut, url, r); err != nil { // want "IDV111: "
			return err
		}
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Duration(try) * time.Second)
	}
	return err
}

// gateway passes what it receives to the first of its servers that takes it.
type gateway struct {
	hc     *http.Client
	server string
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for range 2 {
		out, err := http.NewRequestWithContext(r.Context(), http.MethodPut, g.server+r.URL.Path, r.Body) // want "IDV111: "
		if err != nil {
			break
		}
		resp, err := g.hc.Do(out)
		if err != nil {
			continue
		}
		_ = resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		return
	}
	http.Error(w, "no answer", http.StatusBadGateway)
}

// attached sets the body of a request by hand, once.
func attached(c *http.Client, req *http.Request, text string) error {
	req.Method = http.MethodPut
	req.Body = io.NopCloser(strings.NewReader(text))
	for {
		resp, err := c.Do(req) // want "IDV111: "
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		return resp.Body.Close()
	}
}
