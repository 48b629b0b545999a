// Package wages pays wages.
package wages

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"example.com/cases/burntclaim/bad/crosspkg/claims"
)

// Office pays each slip once.
type Office struct {
	Claims *claims.Table
	Bank   string
}

var errBank = errors.New("the bank refuses")

// Pay is called for each slip until it returns nil.
func (o *Office) Pay(ctx context.Context, slip, transfer string) error {
	first, err := o.Claims.Take(ctx, "wage", slip) // want "IDV311: .*claims"
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	return o.send(ctx, slip, transfer)
}

func (o *Office) send(ctx context.Context, slip, transfer string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.Bank, strings.NewReader(transfer))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "wage-"+slip)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return errBank
	}
	return nil
}
