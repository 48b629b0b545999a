// Package checked repeats in the write what it looked at before: the look is for the message, the condition for the row.
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

// bakery sells bread.
type bakery struct{ db *pgxpool.Pool }

func (b *bakery) left(ctx context.Context, bread string) (n int, err error) {
	err = b.db.QueryRow(ctx, `SELECT pieces FROM breads WHERE id = $1`, bread).Scan(&n)
	return n, err
}

func (b *bakery) take(ctx context.Context, bread string) (bool, error) {
	tag, err := b.db.Exec(ctx, `UPDATE breads SET pieces = pieces - 1 WHERE id = $1 AND pieces > 0`, bread)
	return tag.RowsAffected() == 1, err
}

func (b *bakery) sell(ctx context.Context, bread string) error {
	n, err := b.left(ctx, bread)
	if err != nil {
		return err
	}
	if n == 0 {
		return errGone
	}
	ok, err := b.take(ctx, bread)
	if err == nil && !ok {
		return errGone
	}
	return err
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

// auctions have a state.
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

// close reports whether this buyer is the one.
func (a *auctions) close(ctx context.Context, one auction) (bool, error) {
	res, err := a.db.NamedExecContext(ctx, `UPDATE auctions SET state = 'sold', buyer = :buyer WHERE id = :id AND state = 'open'`, one)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
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
	ok, err := a.close(r.Context(), one)
	switch {
	case err != nil:
		http.Error(w, "look at the auction", http.StatusInternalServerError)
	case !ok:
		http.Error(w, "it was sold just now", http.StatusConflict)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func routes(r chi.Router, b *bakery, a *auctions) {
	r.Post("/breads/{bread}/sell", b.handle)
	r.Post("/auctions/{auction}/buy", a.buy)
}
