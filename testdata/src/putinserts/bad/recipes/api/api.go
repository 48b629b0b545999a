// Package api is the recipes' HTTP interface.
package api

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"example.com/cases/putinserts/bad/recipes/store"
)

// API has the recipes.
type API struct{ Recipes *store.Recipes }

// Mount adds the routes.
func (a *API) Mount(r chi.Router) {
	r.Route("/cooks/{cook}/recipes", func(r chi.Router) {
		r.Put("/", a.put)
		r.Delete("/{number}", a.delete)
	})
}

func (a *API) put(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	number, err := a.Recipes.Save(r.Context(), chi.URLParam(r, "cook"), string(text)) // want "IDV701: .*recipes"
	if err != nil {
		answer(w, err)
		return
	}
	fmt.Fprintln(w, number)
}

func (a *API) delete(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.ParseInt(chi.URLParam(r, "number"), 10, 64)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := a.Recipes.Drop(r.Context(), chi.URLParam(r, "cook"), number); err != nil {
		answer(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// answer turns errors of the store into statuses.
func answer(w http.ResponseWriter, err error) {
	if errors.Is(err, store.ErrUnknown) {
		w.WriteHeader(http.StatusNotFound) // want "IDV701: .*404"
		return
	}
	w.WriteHeader(http.StatusInternalServerError)
}
