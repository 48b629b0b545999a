// Package app wires the program.
package app

import (
	"database/sql"
	"net/http"

	"example.com/cases/link/closure/bad/lot"
	"example.com/cases/link/closure/bad/web"
)

// Mux has the routes.
func Mux(db *sql.DB) *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle("PUT /spots/{spot}", web.Park(&lot.Lot{DB: db}))
	return mux
}
