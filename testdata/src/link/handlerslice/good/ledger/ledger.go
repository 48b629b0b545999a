// Package ledger keeps who has won which game.
package ledger

import (
	"context"
	"database/sql"

	"example.com/cases/link/handlerslice/good/scores"
)

// Ledger implements scores.Listener.
type Ledger struct{ DB *sql.DB }

// Played writes the winner of the game; the wins are counted when somebody asks.
func (l *Ledger) Played(ctx context.Context, r scores.Result) error {
	_, err := l.DB.ExecContext(ctx, `UPDATE chess_games SET winner = ? WHERE game = ?`, r.Winner, r.Game)
	return err
}
