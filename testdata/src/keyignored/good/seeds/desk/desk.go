// Package desk takes orders of seeds.
package desk

import (
	"encoding/json"
	"net/http"

	"example.com/cases/keyignored/good/seeds/orders"
)

// Order is what a garden sends.
type Order struct {
	RequestID string `json:"requestId"`
	Plant     string `json:"plant"`
	Bags      int    `json:"bags"`
}

// Desk is the handler.
type Desk struct{ Orders *orders.Orders }

// Routes adds the desk to a server.
func (d *Desk) Routes(mux *http.ServeMux) { mux.Handle("POST /gardens/{garden}/orders", d) }

func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in Order
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.RequestID == "" {
		http.Error(w, "an order with an id, please", http.StatusBadRequest)
		return
	}
	if err := d.Orders.Add(r.Context(), r.PathValue("garden"), in.RequestID, in.Plant, in.Bags); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
