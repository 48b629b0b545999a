// Package api is the interface of a vineyard.
package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/unwrappedroute/good/vine/idem"
)

// API has a database.
type API struct{ Pool *pgxpool.Pool }

// Router has all routes.
func (a *API) Router() http.Handler {
	r := chi.NewRouter()
	r.With(idem.Middleware).Post("/cellars/{cellar}/barrels", a.barrel)
	r.With(idem.Middleware).Post("/cellars/{cellar}/bottles", a.bottle)
	r.With(idem.Middleware).Post("/cellars/{cellar}/tastings", a.tasting)
	return r
}

func (a *API) barrel(w http.ResponseWriter, r *http.Request) {
	a.once(w, r, `insert into barrels (cellar, request, content) values ($1, $2, $3) on conflict (cellar, request) do nothing`)
}

func (a *API) bottle(w http.ResponseWriter, r *http.Request) {
	a.once(w, r, `insert into bottles (cellar, request, content) values ($1, $2, $3) on conflict (cellar, request) do nothing`)
}

func (a *API) once(w http.ResponseWriter, r *http.Request, insert string) {
	if _, err := a.Pool.Exec(r.Context(), insert, chi.URLParam(r, "cellar"), idem.Key(r.Context()), r.FormValue("content")); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (a *API) tasting(w http.ResponseWriter, r *http.Request) {
	a.once(w, r, `insert into tastings (cellar, request, content) values ($1, $2, $3) on conflict (cellar, request) do nothing`)
}
