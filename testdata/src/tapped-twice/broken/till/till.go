// Package till is the client of the API, as phones and tills use it.
package till

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
)

// patience is how long a till goes on; a buyer who comes back later has his journal.
const patience = 48 * time.Hour

// Till pays.
type Till struct {
	HTTP *http.Client
	Base string
}

// Tap pays an order.
func (t *Till) Tap(ctx context.Context, order string, cents int64, card string) error {
	body, err := json.Marshal(map[string]any{"order_id": order, "amount": cents, "currency": "USD", "payment_method": card})
	if err != nil {
		return err
	}
	patient := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(patience))
	return backoff.Retry(func() error { return t.send(ctx, body) }, backoff.WithContext(patient, ctx))
}

func (t *Till) send(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.Base+"/payments", bytes.NewReader(body))
	if err != nil {
		return backoff.Permanent(err)
	}
	// Seeds: S2, the caller's side: each attempt has a key of its own, so the service takes every repeat for another tap.
	req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: .*Idempotency-Key"
	resp, err := t.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusConflict || resp.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("payments: %s", resp.Status)
	case resp.StatusCode >= http.StatusBadRequest:
		return backoff.Permanent(errors.New("payments: " + resp.Status))
	}
	return nil
}
