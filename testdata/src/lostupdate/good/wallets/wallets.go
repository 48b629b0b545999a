// Package wallets leaves the arithmetic to the statement that writes, with the condition in it.
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

// docs:begin lostupdate-good

// Pay takes money out of a wallet, if there is enough of it at the time of writing.
func (w *Wallets) Pay(ctx context.Context, wallet string, cents int64) error {
	res, err := w.db.ExecContext(ctx, `UPDATE wallets SET cents = cents - $2 WHERE id = $1 AND cents >= $2`, wallet, cents)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return errShort
	}
	return err
}

// docs:end lostupdate-good

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
