// Package desk takes orders of seeds.
package desk

import (
	"encoding/json"
	"net/http"

	"example.com/cases/keyignored/bad/seeds/orders"
)

// Order is what a garden sends. It draws a new request id for each order, and repeats it with the order.
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
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id, err := d.Orders.Add(r.Context(), r.PathValue("garden"), in.Plant, in.Bags) // want "IDV702: .*Add"
	if err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte(id))
}
