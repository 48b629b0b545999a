// Package intake takes orders from shops that send an order again until it is accepted.
package intake

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
)

// docs:begin burntclaim-good
// accept claims the order's number and stores the order in one transaction: what fails takes the claim with it.
func (b *book) accept(ctx context.Context, shop string, o order) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	first, err := claim(ctx, tx, shop, o.Number)
	if err != nil || !first {
		return err
	}
	if _, err := tx.ExecContext(ctx, `insert into orders (shop, number, lines) values ($1, $2, $3)`, shop, o.Number, o.Lines); err != nil {
		return err
	}
	return tx.Commit()
}

func claim(ctx context.Context, tx *sql.Tx, shop, number string) (bool, error) {
	res, err := tx.ExecContext(ctx, `insert into orders_seen (shop, number) values ($1, $2) on conflict (shop, number) do nothing`, shop, number)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// docs:end burntclaim-good

type order struct {
	Number string          `json:"number"`
	Lines  json.RawMessage `json:"lines"`
}

// book is where orders are.
type book struct{ db *sql.DB }

// ServeHTTP is POST /shops/{shop}/orders.
func (b *book) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil || o.Number == "" {
		http.Error(w, "order", http.StatusBadRequest)
		return
	}
	if err := b.accept(r.Context(), r.PathValue("shop"), o); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
