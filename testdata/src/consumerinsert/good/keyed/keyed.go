// Package keyed has callers who send a key, and repeat a request under it. Table and bank know the key.
package keyed

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

var errOther = errors.New("the key was used for another gift")

// gifts sells vouchers. Buyer and key are unique together.
type gifts struct {
	db     *sql.DB
	bank   string
	client *http.Client
}

// insert compares what is there with what is asked for.
func (g *gifts) insert(ctx context.Context, buyer, key string, cents int64) error {
	res, err := g.db.ExecContext(ctx, `INSERT INTO gift_orders (buyer, request_key, cents) VALUES ($1, $2, $3) ON CONFLICT (buyer, request_key) DO NOTHING`, buyer, key, cents)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return err
	}
	var known int64
	if err := g.db.QueryRowContext(ctx, `SELECT cents FROM gift_orders WHERE buyer = $1 AND request_key = $2`, buyer, key).Scan(&known); err != nil {
		return err
	}
	if known != cents {
		return errOther
	}
	return nil
}

// charge is repeated with the request, under a key that says whose it is; the bank charges once.
func (g *gifts) charge(ctx context.Context, buyer, key string, cents int64) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.bank+"/charges", strings.NewReader(fmt.Sprintf(`{"buyer":%q,"cents":%d}`, buyer, cents)))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", buyer+"/"+key)
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
	err := g.insert(r.Context(), req.Buyer, key, req.Cents)
	if err == nil {
		err = g.charge(r.Context(), req.Buyer, key, req.Cents)
	}
	switch {
	case errors.Is(err, errOther):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	case err != nil:
		http.Error(w, "try again", http.StatusBadGateway)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

func (g *gifts) routes(mux *http.ServeMux) { mux.HandleFunc("POST /gifts", g.order) }
