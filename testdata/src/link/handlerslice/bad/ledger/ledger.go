// Package ledger counts who has won how often.
package ledger

import (
	"context"
	"database/sql"

	"example.com/cases/link/handlerslice/bad/scores"
)

// Ledger implements scores.Listener.
type Ledger struct{ DB *sql.DB }

// Played counts the win.
func (l *Ledger) Played(ctx context.Context, r scores.Result) error {
	_, err := l.DB.ExecContext(ctx, `UPDATE chess_wins SET wins = wins + 1 WHERE player = ?`, r.Winner) // linked "IDV401: chess_wins"
	return err
}
