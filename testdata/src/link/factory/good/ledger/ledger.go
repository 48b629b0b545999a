// Package ledger keeps payments in a database.
package ledger

import (
	"context"
	"database/sql"

	"example.com/cases/link/factory/good/payments"
)

type sqlLedger struct{ db *sql.DB }

// Open returns the ledger as the interface that its users know.
func Open(driver, dsn string) (payments.Ledger, error) {
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return nil, err
	}
	return &sqlLedger{db: db}, nil
}

func (l *sqlLedger) Begin(ctx context.Context, f payments.Fee) error {
	_, err := l.db.ExecContext(ctx, `INSERT INTO berth_payments (id, boat, cents) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`,
		f.ID, f.Boat, f.Cents)
	return err
}

func (l *sqlLedger) Finish(ctx context.Context, id, charge string) error {
	_, err := l.db.ExecContext(ctx, `UPDATE berth_payments SET charge = $2 WHERE id = $1`, id, charge)
	return err
}
