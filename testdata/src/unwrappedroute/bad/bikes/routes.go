// Package bikes sells bicycles. Sales and repairs need a key; somebody added bookings without.
package bikes

import (
	"context"
	"database/sql"
	"net/http"
)

// docs:begin unwrappedroute-bad
func (s *shop) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /sales", s.once(sell))
	mux.Handle("POST /repairs", s.once(repair))
	mux.Handle("POST /bookings", s.plain(book)) // want "IDV703: .*/bookings"
	mux.HandleFunc("GET /stock", s.stock)
	return mux
}

// docs:end unwrappedroute-bad

func sell(ctx context.Context, tx *sql.Tx, r *http.Request) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO bike_sales (model) VALUES ($1)`, r.FormValue("model"))
	return err
}

func repair(ctx context.Context, tx *sql.Tx, r *http.Request) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO bike_repairs (frame) VALUES ($1)`, r.FormValue("frame"))
	return err
}

func book(ctx context.Context, tx *sql.Tx, r *http.Request) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO bike_bookings (model, day) VALUES ($1, $2)`, r.FormValue("model"), r.FormValue("day"))
	return err
}
