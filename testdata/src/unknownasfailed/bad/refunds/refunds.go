// Package refunds is the plainest form of the mistake: whatever goes wrong on the way to the acquirer counts as a refusal.
package refunds

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// office sends refunds that are stored in state submitted.
type office struct {
	db   *sql.DB
	http *http.Client
	base string
}

// docs:begin unknownasfailed-bad

func (o *office) submit(ctx context.Context, ref, payment string) error {
	if err := o.refund(ctx, ref, payment); err != nil {
		// A failed refund goes back to the merchant's balance.
		_, err := o.db.ExecContext(ctx, `UPDATE refunds SET state = 'failed' WHERE ref = $1 AND state = 'submitted'`, ref) // want "IDV505: .*refunds"
		return err
	}
	_, err := o.db.ExecContext(ctx, `UPDATE refunds SET state = 'done' WHERE ref = $1 AND state = 'submitted'`, ref)
	return err
}

func (o *office) refund(ctx context.Context, ref, payment string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	form := url.Values{"payment": {payment}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.base+"/refunds", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", ref)
	resp, err := o.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("acquirer: %s", resp.Status)
	}
	return nil
}

// docs:end unknownasfailed-bad
