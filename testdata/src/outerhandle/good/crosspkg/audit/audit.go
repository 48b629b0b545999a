// Package audit writes down who did what.
package audit

import (
	"context"
	"database/sql"
)

// Log is a table.
type Log struct{ tx *sql.Tx }

// In opens the log in a transaction.
func In(tx *sql.Tx) *Log { return &Log{tx: tx} }

// Write adds a line, once for its id.
func (l *Log) Write(ctx context.Context, id, text string) error {
	_, err := l.tx.ExecContext(ctx, `INSERT INTO audit_lines (id, text) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, text)
	return err
}
