// Package signup has one key for each customer.
package signup

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// docs:begin constkey-good
const createAccountKey = "create-account"

// Open opens an account for a customer.
func Open(ctx context.Context, hc *http.Client, base, customer string) error {
	body := strings.NewReader(fmt.Sprintf(`{"customer":%q}`, customer))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/accounts", body)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", createAccountKey+":"+customer)
	return send(hc, req)
}

// docs:end constkey-good

func send(hc *http.Client, req *http.Request) error {
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
