// Package keyed has callers who send a key, and repeat a request under it. The key goes on to the bank, but not into the table.
package keyed

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// gifts sells vouchers.
type gifts struct {
	db     *sql.DB
	bank   string
	client *http.Client
}

func (g *gifts) insert(ctx context.Context, buyer string, cents int64) error {
	_, err := g.db.ExecContext(ctx, `INSERT INTO gift_orders (buyer, cents) VALUES ($1, $2)`, buyer, cents) // want "IDV402: .*gift_orders"
	return err
}

func (g *gifts) charge(ctx context.Context, key, buyer string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.bank+"/charges", strings.NewReader(buyer))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := g.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("the bank answers %s", resp.Status)
	}
	return nil
}

func (g *gifts) order(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "an Idempotency-Key is required", http.StatusBadRequest)
		return
	}
	var req struct {
		Buyer string `json:"buyer"`
		Cents int64  `json:"cents"`
	}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	if err := g.insert(r.Context(), req.Buyer, req.Cents); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	if err := g.charge(r.Context(), key, req.Buyer); err != nil {
		http.Error(w, "try again", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (g *gifts) routes(mux *http.ServeMux) { mux.HandleFunc("POST /gifts", g.order) }
