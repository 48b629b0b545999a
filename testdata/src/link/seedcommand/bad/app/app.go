// Package app wires the program.
package app

import (
	"database/sql"
	"net/http"
	"strconv"

	"example.com/cases/link/seedcommand/bad/huts"
	"example.com/cases/link/seedcommand/bad/intake"
)

// Mux has the routes.
func Mux(db *sql.DB) *http.ServeMux {
	in := &intake.Intake{Store: &huts.Table{DB: db}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /huts", func(w http.ResponseWriter, r *http.Request) {
		beds, err := strconv.Atoi(r.FormValue("beds"))
		if err != nil {
			http.Error(w, "beds", http.StatusBadRequest)
			return
		}
		if err := in.Ensure(r.Context(), huts.Hut{Name: r.FormValue("name"), Beds: beds}); err != nil {
			http.Error(w, "failed", http.StatusInternalServerError)
		}
	})
	return mux
}
