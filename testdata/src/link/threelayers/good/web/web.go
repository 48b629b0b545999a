// Package web is the outer layer.
package web

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/cases/link/threelayers/good/customers"
)

// Opener is what the layer needs of the one below.
type Opener interface {
	Open(ctx context.Context, c customers.Customer) error
}

// Mux has the routes.
func Mux(o Opener) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /customers/{number}", func(w http.ResponseWriter, r *http.Request) {
		var c customers.Customer
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
			http.Error(w, "body", http.StatusBadRequest)
			return
		}
		c.Number = r.PathValue("number")
		if err := o.Open(r.Context(), c); err != nil {
			http.Error(w, "failed", http.StatusInternalServerError)
		}
	})
	return mux
}
