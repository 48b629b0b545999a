// Package app wires the program.
package app

import (
	"database/sql"
	"net/http"

	"example.com/cases/link/farmux/good/tables"
	"example.com/cases/link/farmux/good/web"
)

// Routes builds the mux.
func Routes(db *sql.DB) *http.ServeMux {
	mux := http.NewServeMux()
	web.Route(mux, "/tables", &tables.Desk{DB: db})
	return mux
}
