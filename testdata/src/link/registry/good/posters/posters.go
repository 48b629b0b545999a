// Package posters has posters printed.
package posters

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
)

// Press is a print shop.
type Press struct{ Root string }

// Print orders one print under the job's id. It is a jobs.Func.
func (p *Press) Print(ctx context.Context, id string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Root+"/prints", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "print-"+id)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("press: %s", resp.Status)
	}
	return nil
}
