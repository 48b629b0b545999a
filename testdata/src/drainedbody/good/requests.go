// Package good gives every attempt a body of its own, or has none to give.
package good

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
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

// outside builds the request once and asks it for a new body in each turn.
func outside(ctx context.Context, url, text string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, strings.NewReader(text))
	if err != nil {
		return err
	}
	for range 3 {
		if req.Body, err = req.GetBody(); err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errGaveUp
}

// cloned puts a body into each copy.
func cloned(ctx context.Context, c *http.Client, url string, raw []byte) error {
	template, err := http.NewRequest(http.MethodPut, url, nil)
	if err != nil {
		return err
	}
	return retry.Do(func() error {
		limited, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		attempt := template.Clone(limited)
		attempt.Body = io.NopCloser(bytes.NewReader(raw))
		attempt.ContentLength = int64(len(raw))
		resp, err := c.Do(attempt)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3))
}

// bare sends one request again that has no body at all.
func bare(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	for range 3 {
		resp, err := c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errGaveUp
}

// empty says so with NoBody.
func empty(ctx context.Context, c *http.Client, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	return retry.Do(func() error {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

type sample struct {
	Sensor string    `json:"sensor"`
	Values []float64 `json:"values"`
}

type meter struct {
	hc  *http.Client
	url string
}

// encoded encodes into the buffer in each attempt, after it was emptied.
func (m *meter) encoded(ctx context.Context, s sample) error {
	var buf bytes.Buffer
	for try := 0; try < 4; try++ {
		buf.Reset()
		if err := json.NewEncoder(&buf).Encode(s); err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, m.url+"/"+s.Sensor, &buf)
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

// viewed reads from the buffer's bytes and leaves the buffer as it is.
func (m *meter) viewed(ctx context.Context, s sample) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(s); err != nil {
		return err
	}
	for range 4 {
		if err := m.put(ctx, "/"+s.Sensor, bytes.NewReader(buf.Bytes())); err == nil {
			return nil
		}
	}
	return errGaveUp
}

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

// file opens the file in each attempt.
func (m *meter) file(ctx context.Context, name string) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = m.open(ctx, name); err == nil {
			return nil
		}
	}
	return err
}

func (m *meter) open(ctx context.Context, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return m.put(ctx, "/files/"+name, f)
}

// section reads one file in every attempt, through a reader with a place of its own.
func (m *meter) section(ctx context.Context, f *os.File, size int64) error {
	return retry.Do(func() error {
		return m.put(ctx, "/sections", io.NewSectionReader(f, 0, size))
	})
}

// reset sets one reader back to the beginning.
func (m *meter) reset(ctx context.Context, text string) error {
	r := strings.NewReader(text)
	for {
		r.Reset(text)
		if err := m.put(ctx, "/text", r); err == nil || ctx.Err() != nil {
			return err
		}
	}
}

// hashed reads the body once, before it starts.
func hashed(ctx context.Context, m *meter, body io.Reader) error {
	raw, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return wait.ExponentialBackoff(wait.Backoff{Steps: 4, Duration: time.Second, Factor: 1.5}, func() (bool, error) {
		digest := sha256.New()
		tee := io.TeeReader(bufio.NewReader(bytes.NewReader(raw)), digest)
		if err := m.put(ctx, "/raw", tee); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// album keeps what makes readers in a field.
type album struct {
	hc    *http.Client
	photo func() (io.ReadCloser, error)
	name  string
}

func (a *album) store(ctx context.Context) error {
	photo, err := a.photo()
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://album.example/photos", photo)
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

// form writes the multipart form in a function that the loop calls.
func form(ctx context.Context, c *http.Client, url, number string, scan []byte) error {
	for left := 5; left > 0; left-- {
		body, kind, err := scanned(number, scan)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", kind)
		req.Header.Set("X-Idempotency-Key", number)
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errGaveUp
}

func scanned(number string, scan []byte) (io.Reader, string, error) {
	body := new(bytes.Buffer)
	w := multipart.NewWriter(body)
	part, err := w.CreateFormFile("scan", number)
	if err != nil {
		return nil, "", err
	}
	if _, err := part.Write(scan); err != nil {
		return nil, "", err
	}
	return body, w.FormDataContentType(), w.Close()
}

// piped opens a pipe, and starts a writer, in each attempt.
func piped(ctx context.Context, m *meter, rows []sample) error {
	var err error
	for try := range 3 {
		r, w := io.Pipe()
		go func() { w.CloseWithError(json.NewEncoder(w).Encode(rows)) }()
		if err = m.put(ctx, "/rows", r); err == nil {
			return nil
		}
		_ = r.Close()
		time.Sleep(time.Duration(try) * time.Second)
	}
	return err
}

// gateway repeats only the search for a server that is up. The body goes to that one.
type gateway struct {
	hc      *http.Client
	servers []string
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, server := range g.servers {
		up, err := g.hc.Get(server + "/up")
		if err != nil {
			continue
		}
		_ = up.Body.Close()
		out, err := http.NewRequestWithContext(r.Context(), http.MethodPut, server+r.URL.Path, r.Body)
		if err != nil {
			break
		}
		resp, err := g.hc.Do(out)
		if err != nil {
			break
		}
		_ = resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		return
	}
	http.Error(w, "no answer", http.StatusBadGateway)
}

// chunks reads on in each turn: what is sent is the next part.
func chunks(ctx context.Context, m *meter, body io.Reader) error {
	buf := make([]byte, 1<<20)
	for part := 0; ; part++ {
		n, err := io.ReadFull(body, buf)
		if n > 0 {
			if err := m.put(ctx, fmt.Sprintf("/parts/%d", part), bytes.NewReader(buf[:n])); err != nil {
				return err
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// windows gives a limited view of the rest to each request.
func windows(ctx context.Context, m *meter, body io.Reader, parts int) error {
	for part := range parts {
		if err := m.put(ctx, fmt.Sprintf("/windows/%d", part), io.LimitReader(body, 1<<16)); err != nil {
			return err
		}
	}
	return nil
}

// answers reads a body in each attempt, which is that of the answer.
func answers(c *http.Client, url string) ([]byte, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			continue
		}
		raw, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err == nil {
			return raw, nil
		}
	}
	return nil, errGaveUp
}

// final gives up for good once the reader has been touched.
func final(ctx context.Context, m *meter, body io.Reader, ready func() error) error {
	return retry.Do(func() error {
		if err := ready(); err != nil {
			return err
		}
		if err := m.put(ctx, "/final", body); err != nil {
			return retry.Unrecoverable(err)
		}
		return nil
	})
}
