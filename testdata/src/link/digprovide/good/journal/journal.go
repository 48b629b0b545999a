// Package journal keeps sales in a database.
package journal

import (
	"context"
	"database/sql"

	"example.com/cases/link/digprovide/good/tills"
)

// Rows implements tills.Journal.
type Rows struct{ db *sql.DB }

// NewRows is a provider.
func NewRows(db *sql.DB) *Rows { return &Rows{db: db} }

// Append writes a sale, once for each number.
func (r *Rows) Append(ctx context.Context, s tills.Sale) error {
	_, err := r.db.ExecContext(ctx,
		`INSERT INTO till_sales (number, till, cents) VALUES ($1, $2, $3) ON CONFLICT (number) DO NOTHING`, s.Number, s.Till, s.Cents)
	return err
}
