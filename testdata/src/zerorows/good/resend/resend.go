// Package resend creates things through a client that sends again by itself, and knows its own work when it meets it.
package resend

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

var errOther = errors.New("another book is there")

// shelf keeps books on another server.
type shelf struct {
	client *retryablehttp.Client
	url    string
	etag   func(book []byte) string
}

func (s *shelf) put(ctx context.Context, isbn string, book []byte) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, s.url+"/books/"+isbn, bytes.NewReader(book))
	if err != nil {
		return err
	}
	req.Header.Set("If-None-Match", "*")
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusCreated:
		return nil
	case http.StatusPreconditionFailed:
		return s.same(ctx, isbn, book)
	default:
		return fmt.Errorf("book %s: %s", isbn, resp.Status)
	}
}

// same tells whether the book that is there is the one that was sent.
func (s *shelf) same(ctx context.Context, isbn string, book []byte) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodHead, s.url+"/books/"+isbn, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.Header.Get("ETag") != s.etag(book) {
		return errOther
	}
	return nil
}

func (s *shelf) drop(ctx context.Context, isbn string) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodDelete, s.url+"/books/"+isbn, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusGone {
		return nil
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("book %s: %s", isbn, resp.Status)
	}
	return nil
}
