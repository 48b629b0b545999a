// Package office takes the orders.
package office

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"example.com/cases/shortwindow/good/market/keys"
)

// Office has the orders of all stalls.
type Office struct{ DB *sql.DB }

type order struct {
	Fruit  string `json:"fruit"`
	Crates int    `json:"crates"`
}

func (o order) fingerprint() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", o.Fruit, o.Crates))
	return hex.EncodeToString(sum[:])
}

func (o *Office) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	var in order
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || key == "" {
		http.Error(w, "an order and its key, please", http.StatusBadRequest)
		return
	}
	switch err := o.take(r.Context(), r.PathValue("stall"), key, in); {
	case errors.Is(err, keys.ErrOther):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	case err != nil:
		http.Error(w, "try again", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (o *Office) take(ctx context.Context, stall, key string, in order) error {
	tx, err := o.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	first, err := keys.Claim(ctx, tx, stall, key, in.fingerprint())
	if err != nil || !first {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE fruit SET crates = crates - $2 WHERE name = $1`, in.Fruit, in.Crates); err != nil {
		return err
	}
	return tx.Commit()
}
