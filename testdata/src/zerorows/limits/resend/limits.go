// Package resend creates things through a client that sends again by itself. The second attempt meets what the first one made.
package resend

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

// shelf keeps books on another server.
type shelf struct {
	client *retryablehttp.Client
	url    string
}

// put takes 412 for a failure, also when it is the answer to its own second attempt.
func (s *shelf) put(ctx context.Context, isbn string, book []byte) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, s.url+"/books/"+isbn, bytes.NewReader(book))
	if err != nil {
		return err
	}
	req.Header.Set("If-None-Match", "*")
	resp, err := s.client.Do(req) // miss: IDV304 what a status code of an answer says is not followed
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusCreated:
		return nil
	case http.StatusPreconditionFailed, http.StatusConflict:
		return fmt.Errorf("book %s is there already", isbn)
	default:
		return fmt.Errorf("book %s: %s", isbn, resp.Status)
	}
}

// drop takes 404 for a failure: after a lost answer, the book is gone.
func (s *shelf) drop(ctx context.Context, isbn string) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodDelete, s.url+"/books/"+isbn, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req) // miss: IDV304 what a status code of an answer says is not followed
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return fmt.Errorf("book %s is not there", isbn)
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("book %s: %s", isbn, resp.Status)
	}
	return nil
}
