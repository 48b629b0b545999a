// Package gate takes fares at the gate.
package gate

import "net/http"

// Gate takes the fare of one car.
type Gate struct{ Ticket string }

// Take takes it, under the number of the ticket.
func (g *Gate) Take() error {
	req, err := http.NewRequest(http.MethodPost, "https://gate.example/fares", http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", g.Ticket)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
