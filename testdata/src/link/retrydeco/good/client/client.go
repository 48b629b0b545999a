// Package client talks to the services of the resort.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/cases/link/retrydeco/good/fees"
)

// Resort implements fees.Cards and fees.Slips.
type Resort struct {
	Root string
	HTTP *http.Client
}

// Charge posts a charge under the fee's id.
func (r *Resort) Charge(ctx context.Context, f fees.Fee) error {
	body, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return r.post(ctx, "/charges", "fee-"+f.ID, body)
}

// Print posts a slip under its id.
func (r *Resort) Print(ctx context.Context, id, hut, text string) error {
	return r.post(ctx, "/huts/"+hut+"/slips", "slip-"+id, []byte(text))
}

func (r *Resort) post(ctx context.Context, path, key string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.Root+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := r.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("resort: %s", resp.Status)
	}
	return nil
}
