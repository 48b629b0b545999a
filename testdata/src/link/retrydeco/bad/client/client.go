// Package client talks to the services of the resort.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/link/retrydeco/bad/fees"
)

// Resort implements fees.Cards and fees.Slips.
type Resort struct {
	Root string
	HTTP *http.Client
}

// Charge posts a charge.
func (r *Resort) Charge(ctx context.Context, f fees.Fee) error {
	body, err := json.Marshal(f)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.Root+"/charges", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString()) // linked "IDV101: Idempotency-Key"
	return r.do(req)
}

// Print posts a slip.
func (r *Resort) Print(ctx context.Context, hut, text string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.Root+"/huts/"+hut+"/slips", bytes.NewReader([]byte(text)))
	if err != nil {
		return err
	}
	return r.do(req)
}

func (r *Resort) do(req *http.Request) error {
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
