// Package desk works on rows of package stock.
package desk

import (
	"context"
	"database/sql"
	"net/http"

	"example.com/cases/parity/again"
	"example.com/cases/parity/stock"
	"example.com/cases/parity/wire"
)

// Book looks, then inserts.
func Book(ctx context.Context, s *stock.Shelf, order string, cents int) error {
	known, err := s.Has(ctx, order)
	if err != nil || known {
		return err
	}
	return s.Add(ctx, order, cents) // want "IDV301"
}

// Charge has its effect inside a transaction that may be rolled back.
func Charge(ctx context.Context, s *stock.Shelf, w *wire.Sender, order string) error {
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE orders SET state = 'charged' WHERE id = $1`, order); err != nil {
		return err
	}
	if err := w.Post(order); err != nil { // want "IDV502"
		return err
	}
	return tx.Commit()
}

// Sold counts down once more with each try.
func Sold(ctx context.Context, s *stock.Shelf, item string) error {
	return again.Do(again.Policy{Times: 3}, func() error { return s.Take(ctx, item) }) // want "IDV401"
}

// Again answers as before.
func Again(db *sql.DB, w http.ResponseWriter, r *http.Request) {
	var body string
	row := db.QueryRowContext(r.Context(), `SELECT body FROM answers WHERE idempotency_key = $1`, r.Header.Get("Idempotency-Key")) // want "IDV107"
	if err := row.Scan(&body); err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_, _ = w.Write([]byte(body))
}
