// Package app wires the program.
package app

import (
	"database/sql"
	"net/http"

	"example.com/cases/link/tracewrap/bad/ferry"
	"example.com/cases/link/tracewrap/bad/piers"
)

// Mux has the routes.
func Mux(db *sql.DB, tides string) *http.ServeMux {
	f := &ferry.Ferry{Piers: &piers.Table{DB: db}, Tides: &ferry.Tides{URL: tides}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /piers/{pier}/landings", func(w http.ResponseWriter, r *http.Request) {
		if err := f.Land(r.Context(), r.PathValue("pier")); err != nil {
			http.Error(w, "failed", http.StatusBadGateway)
		}
	})
	return mux
}
