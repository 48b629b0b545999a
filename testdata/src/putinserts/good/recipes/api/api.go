// Package api is the recipes' HTTP interface.
package api

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"example.com/cases/putinserts/good/recipes/store"
)

// API has the recipes.
type API struct{ Recipes *store.Recipes }

// Mount adds the routes.
func (a *API) Mount(r chi.Router) {
	r.Put("/recipes/{name}/steps", a.put)
	r.Delete("/recipes/{name}", a.delete)
}

func (a *API) put(w http.ResponseWriter, r *http.Request) {
	var steps []string
	if err := json.NewDecoder(r.Body).Decode(&steps); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := a.Recipes.Steps(r.Context(), chi.URLParam(r, "name"), steps); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// delete answers 404 for a recipe that never was, and the same each time for one that was.
func (a *API) delete(w http.ResponseWriter, r *http.Request) {
	switch err := a.Recipes.Drop(r.Context(), chi.URLParam(r, "name")); {
	case errors.Is(err, store.ErrUnknown):
		w.WriteHeader(http.StatusNotFound)
	case err != nil:
		w.WriteHeader(http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
