// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"net/http"
)

// shelf is implemented in another package, which main hands over: whether Save makes a new book each time is not visible.
type shelf interface {
	Save(ctx context.Context, title string) (id string, err error)
	Remove(ctx context.Context, id string) (status int, err error)
}

type api struct{ shelf shelf }

func (a *api) routes(mux *http.ServeMux) {
	mux.HandleFunc("PUT /books", a.put)
	mux.HandleFunc("DELETE /books/{id}", a.delete)
}

func (a *api) put(w http.ResponseWriter, r *http.Request) {
	id, err := a.shelf.Save(r.Context(), r.FormValue("title"))
	if err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte(id))
}

// The status is a number that comes from the store.
func (a *api) delete(w http.ResponseWriter, r *http.Request) {
	status, err := a.shelf.Remove(r.Context(), r.PathValue("id"))
	if err != nil {
		http.Error(w, "not deleted", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(status)
}
