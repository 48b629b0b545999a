// Package tx reads and writes in one transaction. At the isolation that a database has by default, that keeps nobody else from
// reading the same number.
package tx

import (
	"context"
	"net/http"
	"strconv"

	"cloud.google.com/go/spanner"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// accounts moves hours between the accounts of a time bank.
type accounts struct{ db *pgxpool.Pool }

func (a *accounts) load(ctx context.Context, tx pgx.Tx, id string) (hours int, err error) {
	err = tx.QueryRow(ctx, `SELECT hours FROM time_accounts WHERE id = $1`, id).Scan(&hours)
	return hours, err
}

func (a *accounts) store(ctx context.Context, tx pgx.Tx, id string, hours int) error {
	_, err := tx.Exec(ctx, `UPDATE time_accounts SET hours = $1 WHERE id = $2`, hours, id) // want "IDV403: .*time_accounts"
	return err
}

func (a *accounts) inTx(ctx context.Context, f func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, a.db, f)
}

func (a *accounts) earn(ctx context.Context, id string, n int) error {
	return a.inTx(ctx, func(tx pgx.Tx) error {
		have, err := a.load(ctx, tx, id)
		if err != nil {
			return err
		}
		return a.store(ctx, tx, id, have+n)
	})
}

func (a *accounts) handle(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.FormValue("hours"))
	if err != nil {
		http.Error(w, "how many?", http.StatusBadRequest)
		return
	}
	if err := a.earn(r.Context(), r.PathValue("account"), n); err != nil {
		http.Error(w, "look at the account", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// desks are booked in Spanner: the read is outside of the transaction that writes.
type desks struct{ db *spanner.Client }

func (d *desks) free(ctx context.Context, room string) (n int64, err error) {
	row, err := d.db.Single().ReadRow(ctx, "Rooms", spanner.Key{room}, []string{"FreeDesks"})
	if err != nil {
		return 0, err
	}
	err = row.Columns(&n)
	return n, err
}

func (d *desks) book(w http.ResponseWriter, r *http.Request) {
	room := r.PathValue("room")
	n, err := d.free(r.Context(), room)
	if err != nil || n == 0 {
		http.Error(w, "no desk", http.StatusConflict)
		return
	}
	_, err = d.db.Apply(r.Context(), []*spanner.Mutation{spanner.Update("Rooms", []string{"Room", "FreeDesks"}, []any{room, n - 1})}) // want "IDV403: .*rooms"
	if err != nil {
		http.Error(w, "look at the room", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func routes(mux *http.ServeMux, a *accounts, d *desks) {
	mux.HandleFunc("POST /accounts/{account}/hours", a.handle)
	mux.HandleFunc("POST /rooms/{room}/desks", d.book)
}
