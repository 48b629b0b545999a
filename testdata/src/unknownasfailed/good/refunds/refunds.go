// Package refunds tells a refusal from everything else. What is not known stays submitted, and is asked again under its reference.
package refunds

import (
	"context"
	"database/sql"
	"errors"
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

// docs:begin unknownasfailed-good

// errRefused is the only error that says that no money has moved.
var errRefused = errors.New("refused")

func (o *office) submit(ctx context.Context, ref, payment string) error {
	err := o.refund(ctx, ref, payment)
	if errors.Is(err, errRefused) {
		_, err := o.db.ExecContext(ctx, `UPDATE refunds SET state = 'failed' WHERE ref = $1 AND state = 'submitted'`, ref)
		return err
	}
	if err != nil {
		return err // not known; resolve asks again
	}
	_, err = o.db.ExecContext(ctx, `UPDATE refunds SET state = 'done' WHERE ref = $1 AND state = 'submitted'`, ref)
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
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode == http.StatusPaymentRequired, resp.StatusCode == http.StatusUnprocessableEntity:
		return fmt.Errorf("%w: %s", errRefused, resp.Status)
	default:
		return fmt.Errorf("acquirer: %s", resp.Status)
	}
}

// resolve runs every minute.
func (o *office) resolve(ctx context.Context) error {
	open, err := o.submitted(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for ref, payment := range open {
		errs = append(errs, o.submit(ctx, ref, payment))
	}
	return errors.Join(errs...)
}

// docs:end unknownasfailed-good

func (o *office) submitted(ctx context.Context) (map[string]string, error) {
	rows, err := o.db.QueryContext(ctx, `SELECT ref, payment FROM refunds WHERE state = 'submitted'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	open := map[string]string{}
	for rows.Next() {
		var ref, payment string
		if err := rows.Scan(&ref, &payment); err != nil {
			return nil, err
		}
		open[ref] = payment
	}
	return open, rows.Err()
}
