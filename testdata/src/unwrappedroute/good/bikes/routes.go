// Package bikes sells bicycles. Whatever makes something needs a key.
package bikes

import (
	"context"
	"database/sql"
	"net/http"
)

// docs:begin unwrappedroute-good
func (s *shop) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /sales", s.once(sell))
	mux.Handle("POST /repairs", s.once(repair))
	mux.Handle("POST /bookings", s.once(book))
	mux.Handle("POST /returns/{sale}", s.plain(giveBack))
	mux.HandleFunc("GET /stock", s.stock)
	return mux
}

// docs:end unwrappedroute-good

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

// giveBack needs no key: a bike that is back is back.
func giveBack(ctx context.Context, tx *sql.Tx, r *http.Request) error {
	_, err := tx.ExecContext(ctx, `UPDATE bike_sales SET returned = true WHERE id = $1`, r.PathValue("sale"))
	return err
}
