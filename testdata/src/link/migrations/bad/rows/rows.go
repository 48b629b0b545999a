// Package rows keeps tickets in PostgreSQL.
package rows

import (
	"context"
	"database/sql"

	"example.com/cases/link/migrations/bad/tickets"
)

// Rows implements tickets.Book.
type Rows struct{ DB *sql.DB }

// Enter writes a ticket.
func (r *Rows) Enter(ctx context.Context, t tickets.Ticket) error {
	_, err := r.DB.ExecContext(ctx, `INSERT INTO museum_passes (number, hall) VALUES ($1, $2)`, t.Number, t.Hall)
	return err
}
