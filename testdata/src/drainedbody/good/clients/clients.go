// Package clients gives bodies to clients that repeat by themselves and that read them anew.
package clients

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

// tape reads the sound before it is sent.
func tape(ctx context.Context, root, number string, sound io.Reader) error {
	raw, err := io.ReadAll(sound)
	if err != nil {
		return err
	}
	c := resty.New().SetBaseURL(root).SetRetryCount(3)
	_, err = c.R().SetContext(ctx).SetBody(raw).Put("/tapes/" + number)
	return err
}

// reel has the library keep the content.
func reel(ctx context.Context, url string, sound io.Reader) error {
	c := retryablehttp.NewClient()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, url, sound)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// function gives the library a function that makes readers.
func function(c *retryablehttp.Client, url, key string, raw []byte) error {
	req, err := retryablehttp.NewRequest(http.MethodPost, url, retryablehttp.ReaderFunc(func() (io.Reader, error) {
		return bytes.NewReader(raw), nil
	}))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// adopted takes over a request of net/http, body and all.
func adopted(c *retryablehttp.Client, url string, sound io.Reader) error {
	plain, err := http.NewRequest(http.MethodPut, url, sound)
	if err != nil {
		return err
	}
	req, err := retryablehttp.FromRequest(plain)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// once streams through a client that does not repeat.
func once(ctx context.Context, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://films.example/reels/"+name, f)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
