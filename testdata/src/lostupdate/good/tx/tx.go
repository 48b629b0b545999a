// Package tx reads and writes in one transaction, which keeps others away from what was read.
package tx

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"cloud.google.com/go/spanner"
	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// accounts moves hours between the accounts of a time bank.
type accounts struct{ db *pgxpool.Pool }

func (a *accounts) load(ctx context.Context, tx pgx.Tx, id string) (hours int, err error) {
	err = tx.QueryRow(ctx, `SELECT hours FROM time_accounts WHERE id = $1 FOR UPDATE`, id).Scan(&hours)
	return hours, err
}

func (a *accounts) store(ctx context.Context, tx pgx.Tx, id string, hours int) error {
	_, err := tx.Exec(ctx, `UPDATE time_accounts SET hours = $1 WHERE id = $2`, hours, id)
	return err
}

func (a *accounts) earn(ctx context.Context, id string, n int) error {
	return pgx.BeginFunc(ctx, a.db, func(tx pgx.Tx) error {
		have, err := a.load(ctx, tx, id)
		if err != nil {
			return err
		}
		return a.store(ctx, tx, id, have+n)
	})
}

// gift takes the lock of the account by its number, before it reads.
func (a *accounts) gift(ctx context.Context, id string, n int) error {
	return pgx.BeginFunc(ctx, a.db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, id); err != nil {
			return err
		}
		var have int
		if err := tx.QueryRow(ctx, `SELECT gifts FROM gift_accounts WHERE id = $1`, id).Scan(&have); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE gift_accounts SET gifts = $1 WHERE id = $2`, have+n, id)
		return err
	})
}

// round is run again when the database finds that somebody else has written what it read.
func (a *accounts) round(ctx context.Context, id string) error {
	return crdbpgx.ExecuteTx(ctx, a.db, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
		var have int
		if err := tx.QueryRow(ctx, `SELECT rounds FROM round_accounts WHERE id = $1`, id).Scan(&have); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE round_accounts SET rounds = $1 WHERE id = $2`, have+1, id)
		return err
	})
}

// yearly begins a serializable transaction, and leaves reading and writing to a helper.
func (a *accounts) yearly(ctx context.Context, id string) error {
	tx, err := a.db.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.Serializable})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if err := turn(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func turn(ctx context.Context, tx pgx.Tx, id string) error {
	var have int
	if err := tx.QueryRow(ctx, `SELECT years FROM year_accounts WHERE id = $1`, id).Scan(&have); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE year_accounts SET years = $1 WHERE id = $2`, have+1, id)
	return err
}

func (a *accounts) handle(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.FormValue("hours"))
	if err != nil {
		http.Error(w, "how many?", http.StatusBadRequest)
		return
	}
	add := a.earn
	if r.FormValue("gift") != "" {
		add = a.gift
	}
	if err := add(r.Context(), r.PathValue("account"), n); err != nil {
		http.Error(w, "look at the account", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (a *accounts) handleYear(w http.ResponseWriter, r *http.Request) {
	if err := a.yearly(r.Context(), r.PathValue("account")); err != nil {
		http.Error(w, "look at the account", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (a *accounts) handleRound(w http.ResponseWriter, r *http.Request) {
	if err := a.round(r.Context(), r.PathValue("account")); err != nil {
		http.Error(w, "look at the account", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// desks are booked in Spanner: what the transaction read is locked until it commits.
type desks struct{ db *spanner.Client }

var errFull = errors.New("no desk")

func (d *desks) book(w http.ResponseWriter, r *http.Request) {
	room := r.PathValue("room")
	_, err := d.db.ReadWriteTransaction(r.Context(), func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		row, err := tx.ReadRow(ctx, "Rooms", spanner.Key{room}, []string{"FreeDesks"})
		if err != nil {
			return err
		}
		var n int64
		if err := row.Columns(&n); err != nil {
			return err
		}
		if n == 0 {
			return errFull
		}
		return tx.BufferWrite([]*spanner.Mutation{spanner.Update("Rooms", []string{"Room", "FreeDesks"}, []any{room, n - 1})})
	})
	switch {
	case errors.Is(err, errFull):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, "look at the room", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func routes(mux *http.ServeMux, a *accounts, d *desks) {
	mux.HandleFunc("POST /accounts/{account}/hours", a.handle)
	mux.HandleFunc("POST /accounts/{account}/rounds", a.handleRound)
	mux.HandleFunc("POST /accounts/{account}/years", a.handleYear)
	mux.HandleFunc("POST /rooms/{room}/desks", d.book)
}
