// Package board posts to a job board. Each offer has its number, which goes along as the key.
package board

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Board is the client.
type Board struct {
	HTTP *http.Client
	Root string
}

// Offer is a position that is open.
type Offer struct {
	Number string `json:"-"`
	Title  string `json:"title"`
	Salary int    `json:"salary"`
}

// Publish puts an offer on the board.
func (b *Board) Publish(ctx context.Context, o Offer) error {
	return b.do(ctx, http.MethodPost, "/offers", o.Number, o)
}

// Close takes all offers with a title off the board.
func (b *Board) Close(ctx context.Context, title string) error {
	return b.do(ctx, http.MethodDelete, "/offers/"+title, "", nil)
}

func (b *Board) do(ctx context.Context, method, path, key string, in any) error {
	raw, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, b.Root+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := b.HTTP.Do(req)
	if err != nil {
		return fmt.Errorf("board: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("board: %s", resp.Status)
	}
	return nil
}
