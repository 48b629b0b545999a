// Package capture puts the time beside the booking into the key. When the process dies and the job is started again, the
// second request has another key, and the money is taken twice.
package capture

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Booking is a paid stay.
type Booking struct {
	ID    string
	Cents int64
}

// Capture takes the money that a booking holds.
func Capture(ctx context.Context, hc *http.Client, base string, b Booking) error {
	// docs:begin attemptkey-bad
	body := fmt.Sprintf(`{"booking":%q,"cents":%d}`, b.ID, b.Cents)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/captures", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", fmt.Sprintf("capture-%s-%d", b.ID, time.Now().UnixMilli())) // want "IDV102: Idempotency-Key.*time.Now"
	// docs:end attemptkey-bad
	resp, err := hc.Do(req)
	if err != nil {
		return fmt.Errorf("capture %s: %w", b.ID, err)
	}
	return resp.Body.Close()
}
