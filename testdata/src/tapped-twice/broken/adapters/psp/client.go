// Package psp talks to the processor of cards.
package psp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"example.com/cases/tapped-twice/broken/domain"
)

// Client is the processor.
type Client struct {
	http *http.Client
	base string
}

// New wires a Client.
func New(base string) *Client {
	return &Client{http: &http.Client{Timeout: 4 * time.Second}, base: base}
}

type chargeBody struct {
	Reference string `json:"reference"`
	Cents     int64  `json:"cents"`
	Currency  string `json:"currency"`
	Card      string `json:"card"`
}

// Charge charges a card.
func (c *Client) Charge(ctx context.Context, key string, p domain.Payment) (string, error) {
	body := chargeBody{Reference: p.ID, Cents: p.Cents, Currency: p.Currency, Card: p.Card}
	var answer struct {
		ID string `json:"id"`
	}
	err := c.post(ctx, "/charges", key, body, &answer)
	return answer.ID, err
}

// Refund gives money back.
func (c *Client) Refund(ctx context.Context, key, charge string, cents int64) error {
	return c.post(ctx, "/charges/"+charge+"/refunds", key, map[string]int64{"cents": cents}, nil)
}

// post tries three times.
func (c *Client) post(ctx context.Context, path, key string, body, answer any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	content := bytes.NewReader(data)
	for attempt := range 3 {
		// Seeds: S2, the caller's side: the first attempt reads the body to its end, and the next sends nothing under the same key.
		again, err := c.send(ctx, path, key, content, answer) // want "IDV111: "
		if err == nil || !again || attempt == 2 {
			return err
		}
		if err := pause(ctx, attempt); err != nil {
			return err
		}
	}
	return nil
}

// send reports whether another attempt may help.
func (c *Client) send(ctx context.Context, path, key string, body io.Reader, answer any) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, body)
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.http.Do(req)
	if err != nil {
		return true, fmt.Errorf("processor: %w", err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusPaymentRequired || resp.StatusCode == http.StatusUnprocessableEntity:
		return false, domain.ErrRefused
	case resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusConflict:
		return true, fmt.Errorf("processor: %s", resp.Status)
	case resp.StatusCode >= http.StatusBadRequest:
		return false, fmt.Errorf("processor: %s", resp.Status)
	}
	if answer == nil {
		_, err = io.Copy(io.Discard, resp.Body)
		return true, err
	}
	return true, json.NewDecoder(resp.Body).Decode(answer)
}

func pause(ctx context.Context, attempt int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(200 * time.Millisecond << attempt):
		return nil
	}
}
