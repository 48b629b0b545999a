// Package status moves rows from one state to the next, and acts only if they moved.
package status

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"

	"github.com/jmoiron/sqlx"
)

type payouts struct{ db *sql.DB }

// begin moves a payout on, and puts the transfer into the outbox with it.
func (p payouts) begin(ctx context.Context, id string) (bool, error) {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `UPDATE payouts SET state = 'sending' WHERE id = $1 AND state = 'approved'`, id)
	if err != nil {
		return false, fmt.Errorf("payout %s: %w", id, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO transfers_to_send (payout) VALUES ($1)`, id); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

type desk struct{ payouts payouts }

// send answers the button that a clerk presses, sometimes twice.
func (d *desk) send(w http.ResponseWriter, r *http.Request) {
	moved, err := d.payouts.begin(r.Context(), r.PathValue("payout"))
	switch {
	case err != nil:
		http.Error(w, "try again", http.StatusInternalServerError)
	case !moved:
		http.Error(w, "this payout is not waiting", http.StatusConflict)
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}

// cancel gives the money of a booking back, if the booking was open.
func cancel(ctx context.Context, db *sqlx.DB, booking string) error {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `UPDATE bookings SET cancelled = true WHERE id = $1 AND NOT cancelled`, booking)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n > 0 {
		if _, err := tx.ExecContext(ctx, `UPDATE guests SET credit = credit + (SELECT price FROM bookings WHERE id = $1) WHERE id = (SELECT guest FROM bookings WHERE id = $1)`, booking); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// archive moves what it can, and nothing depends on how much that was.
func archive(ctx context.Context, db *sqlx.DB, show func(string)) error {
	if _, err := db.ExecContext(ctx, `UPDATE bookings SET state = 'archived' WHERE state = 'done' AND ended_at < now() - interval '1 year'`); err != nil {
		return err
	}
	show("old bookings are archived")
	return nil
}
