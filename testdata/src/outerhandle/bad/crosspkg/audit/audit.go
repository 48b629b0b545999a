// Package audit writes down who did what.
package audit

import (
	"context"
	"database/sql"
)

// Log is a table.
type Log struct{ db *sql.DB }

// New makes a log.
func New(db *sql.DB) *Log { return &Log{db: db} }

// Write adds a line, once for its id.
func (l *Log) Write(ctx context.Context, id, text string) error {
	_, err := l.db.ExecContext(ctx, `INSERT INTO audit_lines (id, text) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, text)
	return err
}
