// Package signup has one key for all its requests: the first customer gets an account, and everybody after that gets the
// answer that belongs to the first.
package signup

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// docs:begin constkey-bad
const createAccountKey = "create-account"

// Open opens an account for a customer.
func Open(ctx context.Context, hc *http.Client, base, customer string) error {
	body := strings.NewReader(fmt.Sprintf(`{"customer":%q}`, customer))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/accounts", body)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", createAccountKey) // want "IDV104: Idempotency-Key"
	return send(hc, req)
}

// docs:end constkey-bad

func send(hc *http.Client, req *http.Request) error {
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
