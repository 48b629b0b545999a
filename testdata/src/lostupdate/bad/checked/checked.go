// Package checked looks at a row before it writes, and writes whatever has become of the row meanwhile.
package checked

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

var errGone = errors.New("sold out")

// bakery sells bread. Its number can fall below zero when two customers are looked at together.
type bakery struct{ db *pgxpool.Pool }

func (b *bakery) left(ctx context.Context, bread string) (n int, err error) {
	err = b.db.QueryRow(ctx, `SELECT pieces FROM breads WHERE id = $1`, bread).Scan(&n)
	return n, err
}

func (b *bakery) take(ctx context.Context, bread string) error {
	_, err := b.db.Exec(ctx, `UPDATE breads SET pieces = pieces - 1 WHERE id = $1`, bread) // want "IDV403: .*breads"
	return err
}

func (b *bakery) sell(ctx context.Context, bread string) error {
	n, err := b.left(ctx, bread)
	if err != nil {
		return err
	}
	if n == 0 {
		return errGone
	}
	return b.take(ctx, bread)
}

func (b *bakery) handle(w http.ResponseWriter, r *http.Request) {
	switch err := b.sell(r.Context(), chi.URLParam(r, "bread")); {
	case errors.Is(err, errGone):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, "ask at the counter", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// auctions have a state. It is read with the whole row, and compared in a method of the row.
type auctions struct{ db *sqlx.DB }

type auction struct {
	ID    string `db:"id"`
	State string `db:"state"`
	Buyer string `db:"buyer"`
}

func (a auction) open() bool { return a.State == "open" }

func (a *auctions) get(ctx context.Context, id string) (one auction, err error) {
	err = a.db.GetContext(ctx, &one, `SELECT id, state, buyer FROM auctions WHERE id = $1`, id)
	return one, err
}

func (a *auctions) close(ctx context.Context, one auction) error {
	_, err := a.db.NamedExecContext(ctx, `UPDATE auctions SET state = 'sold', buyer = :buyer WHERE id = :id`, one) // want "IDV403: .*auctions"
	return err
}

func (a *auctions) buy(w http.ResponseWriter, r *http.Request) {
	one, err := a.get(r.Context(), chi.URLParam(r, "auction"))
	if err != nil {
		http.Error(w, "no such auction", http.StatusNotFound)
		return
	}
	if !one.open() {
		http.Error(w, "it is sold", http.StatusConflict)
		return
	}
	one.Buyer = r.FormValue("buyer")
	if err := a.close(r.Context(), one); err != nil {
		http.Error(w, "look at the auction", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func routes(r chi.Router, b *bakery, a *auctions) {
	r.Post("/breads/{bread}/sell", b.handle)
	r.Post("/auctions/{auction}/buy", a.buy)
}
