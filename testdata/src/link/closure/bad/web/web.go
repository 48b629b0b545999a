// Package web has handlers that are closures over an interface.
package web

import (
	"context"
	"net/http"
)

// Spots knows which van stands where.
type Spots interface {
	Find(ctx context.Context, spot string) (string, error)
	Add(ctx context.Context, spot, van string) error
}

// Park answers PUT /spots/{spot}.
func Park(spots Spots) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ok, err := park(r.Context(), spots, r.PathValue("spot"), r.FormValue("van"))
		switch {
		case err != nil:
			http.Error(w, "failed", http.StatusInternalServerError)
		case !ok:
			http.Error(w, "taken", http.StatusConflict)
		}
	}
}

func park(ctx context.Context, spots Spots, spot, van string) (bool, error) {
	holder, err := spots.Find(ctx, spot)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == van, nil
	}
	if err := spots.Add(ctx, spot, van); err != nil { // linked "IDV301: camp_spots"
		return false, err
	}
	holder, err = spots.Find(ctx, spot)
	return holder == van, err
}
