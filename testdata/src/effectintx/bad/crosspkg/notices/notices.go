// Package notices sends letters through a printing service.
package notices

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Printer prints and posts.
type Printer struct {
	HTTP *http.Client
	URL  string
}

// Letter orders a letter.
func (p *Printer) Letter(ctx context.Context, to, text string) error {
	body, err := json.Marshal(map[string]string{"to": to, "text": text})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := p.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("printer: %s", resp.Status)
	}
	return nil
}
