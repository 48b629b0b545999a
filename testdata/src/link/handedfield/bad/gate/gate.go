// Package gate takes fares at the gate.
package gate

import (
	"net/http"

	"github.com/google/uuid"
)

// Take takes the fare of one car.
func Take() error {
	req, err := http.NewRequest(http.MethodPost, "https://gate.example/fares", http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString()) // linked "IDV101: uuid.NewString"
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
