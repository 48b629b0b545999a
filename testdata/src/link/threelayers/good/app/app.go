// Package app wires the program.
package app

import (
	"net/http"

	"github.com/uptrace/bun"

	"example.com/cases/link/threelayers/good/customers"
	"example.com/cases/link/threelayers/good/rows"
	"example.com/cases/link/threelayers/good/web"
)

// Mux wires the layers.
func Mux(db *bun.DB) *http.ServeMux { return web.Mux(customers.NewService(&rows.Rows{DB: db})) }
