// Package limits holds mistakes that the rule does not see.
package limits

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"example.com/cases/drainedbody/bad/crosspkg/vault"
)

// eager repeats requests whose bodies it does not know.
type eager struct{ next http.RoundTripper }

func (e eager) RoundTrip(req *http.Request) (*http.Response, error) {
	var errs []error
	for range 3 {
		resp, err := e.next.RoundTrip(req) // want "IDV106: POST" // miss: IDV111 whether a request that comes from outside has a body is unknown
		if err == nil {
			return resp, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// The content is packed in each attempt: the second one packs nothing.
func packed(ctx context.Context, c *http.Client, url string, content io.Reader) error {
	for range 3 {
		var buf bytes.Buffer
		z := gzip.NewWriter(&buf)
		if _, err := io.Copy(z, content); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, &buf) // miss: IDV111 readers that are emptied into a writer are not followed
		if err != nil {
			return err
		}
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("gave up")
}

// The reader comes out of a channel that is asked once.
func handed(ctx context.Context, c *http.Client, url string, parts chan io.Reader) error {
	part := <-parts
	queue := make(chan io.Reader, 1)
	for range 3 {
		queue <- part
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, <-queue) // miss: IDV111 values are not followed through channels
		if err != nil {
			return err
		}
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("gave up")
}

func repeat(times int, do func() error) (err error) {
	for range times {
		if err = do(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Keep puts the reader into a struct outside of the closure.
func Keep(ctx context.Context, v *vault.Vault, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	o := vault.Object{Name: name, Data: f}
	return repeat(5, func() error {
		return v.Put(ctx, o) // miss: IDV111 a reader in a struct that is handed over as a copy is not followed
	})
}
