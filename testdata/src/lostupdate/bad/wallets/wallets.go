// Package wallets is the plainest form of the mistake: a number is read, changed in memory and written back, and what another
// request wrote in between is gone.
package wallets

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"
)

var errShort = errors.New("not enough money")

// Wallets holds money.
type Wallets struct{ db *sql.DB }

// docs:begin lostupdate-bad

// Pay takes money out of a wallet.
func (w *Wallets) Pay(ctx context.Context, wallet string, cents int64) error {
	var have int64
	if err := w.db.QueryRowContext(ctx, `SELECT cents FROM wallets WHERE id = $1`, wallet).Scan(&have); err != nil {
		return err
	}
	if have < cents {
		return errShort
	}
	_, err := w.db.ExecContext(ctx, `UPDATE wallets SET cents = $2 WHERE id = $1`, wallet, have-cents) // want "IDV403: .*wallets"
	return err
}

// docs:end lostupdate-bad

func (w *Wallets) handle(rw http.ResponseWriter, r *http.Request) {
	cents, err := strconv.ParseInt(r.FormValue("cents"), 10, 64)
	if err != nil || cents <= 0 {
		http.Error(rw, "how much?", http.StatusBadRequest)
		return
	}
	switch err := w.Pay(r.Context(), r.PathValue("wallet"), cents); {
	case errors.Is(err, errShort):
		http.Error(rw, err.Error(), http.StatusPaymentRequired)
	case err != nil:
		http.Error(rw, "look at your wallet", http.StatusInternalServerError)
	default:
		rw.WriteHeader(http.StatusNoContent)
	}
}

func (w *Wallets) routes(mux *http.ServeMux) { mux.HandleFunc("POST /wallets/{wallet}/pay", w.handle) }
