// Package phones sends short messages through a gateway.
package phones

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Gateway implements parcels.Phones.
type Gateway struct{ Root string }

// Tell posts a message.
func (g *Gateway) Tell(ctx context.Context, phone, text string) error {
	form := url.Values{"to": {phone}, "text": {text}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.Root+"/sms", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("gateway: %s", resp.Status)
	}
	return nil
}
