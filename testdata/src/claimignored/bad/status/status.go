// Package status moves rows from one state to the next, and acts whether or not they moved.
package status

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"

	"github.com/jmoiron/sqlx"
)

type payouts struct{ db *sql.DB }

// begin reports the error and keeps the count to itself.
func (p payouts) begin(ctx context.Context, id string) error {
	res, err := p.db.ExecContext(ctx, `UPDATE payouts SET state = 'sending' WHERE id = $1 AND state = 'approved'`, id) // want "IDV308: .*payouts"
	if err != nil {
		return fmt.Errorf("payout %s: %w", id, err)
	}
	_ = res
	return nil
}

type bank struct {
	client *http.Client
	url    string
}

func (b bank) transfer(ctx context.Context, id, iban string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url+"/transfers?iban="+url.QueryEscape(iban)+"&ref="+url.QueryEscape(id), nil)
	if err != nil {
		return err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type desk struct {
	payouts payouts
	bank    bank
}

// send answers the button that a clerk presses, sometimes twice.
func (d *desk) send(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("payout")
	if err := d.payouts.begin(r.Context(), id); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	if err := d.bank.transfer(r.Context(), id, r.FormValue("iban")); err != nil {
		http.Error(w, "the outcome is not known", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// cancel gives the money of a booking back, if the booking was open; it writes a log line with the count and goes on.
func cancel(ctx context.Context, db *sqlx.DB, log func(string, ...any), booking string) error {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `UPDATE bookings SET cancelled = true WHERE id = $1 AND NOT cancelled`, booking) // want "IDV308: .*bookings"
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err == nil {
		log("booking %s: %d rows", booking, n)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE guests SET credit = credit + (SELECT price FROM bookings WHERE id = $1) WHERE id = (SELECT guest FROM bookings WHERE id = $1)`, booking); err != nil {
		return err
	}
	return tx.Commit()
}
