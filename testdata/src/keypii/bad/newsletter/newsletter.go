// Package newsletter puts the subscriber's address into the key, and with it into the logs of everybody on the way.
package newsletter

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Subscriber of a letter.
type Subscriber struct {
	ID    string
	Email string
}

// Subscribe tells the mailing service.
func Subscribe(ctx context.Context, hc *http.Client, base, list string, s Subscriber) error {
	// docs:begin keypii-bad
	body := strings.NewReader(fmt.Sprintf(`{"list":%q,"email":%q}`, list, s.Email))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/subscriptions", body)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", list+":"+s.Email) // want "IDV105: Idempotency-Key.*Email"
	// docs:end keypii-bad
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
