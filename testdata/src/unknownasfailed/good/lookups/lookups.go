// Package lookups asks what became of a call before it says that it failed.
package lookups

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v84"
)

// rental takes deposits. The rows of table deposits are there before.
type rental struct {
	pool   *pgxpool.Pool
	http   *http.Client
	base   string
	stripe *stripe.Client
}

// take books what the bank knows of the reference. The bank does not answer for a reference before it is done with it.
func (r *rental) take(ctx context.Context, ref, account string) error {
	err := r.debit(ctx, ref, account)
	if err != nil {
		found, lookErr := r.known(ctx, ref)
		if lookErr != nil {
			return errors.Join(err, lookErr)
		}
		if !found {
			_, err := r.pool.Exec(ctx, `update deposits set state = 'failed' where ref = $1 and state = 'taking'`, ref)
			return err
		}
	}
	_, err = r.pool.Exec(ctx, `update deposits set state = 'taken' where ref = $1 and state = 'taking'`, ref)
	return err
}

func (r *rental) debit(ctx context.Context, ref, account string) error {
	form := url.Values{"account": {account}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.base+"/debits", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", ref)
	resp, err := r.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("bank: %s", resp.Status)
	}
	return nil
}

func (r *rental) known(ctx context.Context, ref string) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/debits/"+url.PathEscape(ref), nil)
	if err != nil {
		return false, err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return true, nil
	case http.StatusNotFound:
		return false, nil
	}
	return false, fmt.Errorf("bank: %s", resp.Status)
}

// confirm cancels what it cannot confirm. A payment that is cancelled for certain has failed.
func (r *rental) confirm(ctx context.Context, payment string) error {
	params := &stripe.PaymentIntentConfirmParams{}
	params.SetIdempotencyKey("confirm-" + payment)
	if _, err := r.stripe.V1PaymentIntents.Confirm(ctx, payment, params); err != nil {
		if _, cancelErr := r.stripe.V1PaymentIntents.Cancel(context.WithoutCancel(ctx), payment, nil); cancelErr != nil {
			return errors.Join(err, cancelErr)
		}
		_, err := r.pool.Exec(ctx, `update rentals set state = 'failed' where payment = $1 and state = 'new'`, payment)
		return err
	}
	_, err := r.pool.Exec(ctx, `update rentals set state = 'paid' where payment = $1 and state = 'new'`, payment)
	return err
}
