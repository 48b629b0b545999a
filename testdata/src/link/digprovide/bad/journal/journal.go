// Package journal keeps sales in a database.
package journal

import (
	"context"
	"database/sql"

	"example.com/cases/link/digprovide/bad/tills"
)

// Rows implements tills.Journal.
type Rows struct{ db *sql.DB }

// NewRows is a provider.
func NewRows(db *sql.DB) *Rows { return &Rows{db: db} }

// Append writes a sale.
func (r *Rows) Append(ctx context.Context, s tills.Sale) error {
	_, err := r.db.ExecContext(ctx, `INSERT INTO till_sales (till, cents) VALUES (?, ?)`, s.Till, s.Cents)
	return err
}
