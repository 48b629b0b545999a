// Package rows keeps tickets in PostgreSQL.
package rows

import (
	"context"
	"database/sql"
	"strings"

	"example.com/cases/link/migrations/good/tickets"
)

// Rows implements tickets.Book.
type Rows struct{ DB *sql.DB }

// Enter writes a ticket. The message of a refusal names the index.
func (r *Rows) Enter(ctx context.Context, t tickets.Ticket) error {
	_, err := r.DB.ExecContext(ctx, `INSERT INTO museum_tickets (number, hall) VALUES ($1, $2)`, t.Number, t.Hall)
	if err != nil && strings.Contains(err.Error(), "museum_tickets_number") {
		return tickets.ErrKnown
	}
	return err
}
