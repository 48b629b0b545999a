package http

import (
	"encoding/json"
	"io"
	"net/http"

	"example.com/cases/tapped-twice/broken/domain"
)

// callback is what the processor calls until it gets a 2xx.
func (a *API) callback(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err != nil {
		http.Error(w, "not read", http.StatusBadRequest)
		return
	}
	if !a.Sealed(r, body) {
		http.Error(w, "the seal is broken", http.StatusUnauthorized)
		return
	}
	var cb domain.Callback
	if err := json.Unmarshal(body, &cb); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	if err := a.Callback.Take(r.Context(), cb); err != nil {
		refuse(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
