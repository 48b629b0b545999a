// Package ledger keeps payments in a database.
package ledger

import (
	"context"
	"database/sql"

	"example.com/cases/link/factory/bad/payments"
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

func (l *sqlLedger) Record(ctx context.Context, f payments.Fee, charge string) error {
	_, err := l.db.ExecContext(ctx, `INSERT INTO berth_payments (boat, cents, charge) VALUES (?, ?, ?)`, f.Boat, f.Cents, charge)
	return err
}
