// Package capture names the booking and what is done with it. Whoever repeats the request finds the same key again.
package capture

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Booking is a paid stay.
type Booking struct {
	ID    string
	Cents int64
}

// Capture takes the money that a booking holds.
func Capture(ctx context.Context, hc *http.Client, base string, b Booking) error {
	// docs:begin attemptkey-good
	body := fmt.Sprintf(`{"booking":%q,"cents":%d}`, b.ID, b.Cents)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/captures", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "capture-"+b.ID)
	// docs:end attemptkey-good
	resp, err := hc.Do(req)
	if err != nil {
		return fmt.Errorf("capture %s: %w", b.ID, err)
	}
	return resp.Body.Close()
}
