// Package intake takes orders from shops that send an order again until it is accepted.
package intake

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

// seen remembers orders for a day.
type seen struct{ rdb *redis.Client }

// docs:begin burntclaim-bad
func (s *seen) first(ctx context.Context, shop, order string) (bool, error) {
	return s.rdb.SetNX(ctx, "order:"+shop+":"+order, 1, 24*time.Hour).Result() // want "IDV311: .*SetNX"
}

// accept stores an order. When the database is away, the shop sends the order again, and is told that it is already there.
func (b *book) accept(ctx context.Context, shop string, o order) error {
	first, err := b.seen.first(ctx, shop, o.Number)
	if err != nil || !first {
		return err
	}
	_, err = b.db.ExecContext(ctx, `insert into orders (shop, number, lines) values ($1, $2, $3)`, shop, o.Number, o.Lines)
	return err
}

// docs:end burntclaim-bad

type order struct {
	Number string          `json:"number"`
	Lines  json.RawMessage `json:"lines"`
}

// book is where orders are.
type book struct {
	db   *sql.DB
	seen *seen
}

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
