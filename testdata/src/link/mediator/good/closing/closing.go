// Package closing closes pistes. Who must know is told by the mediator, inside the transaction.
package closing

import (
	"context"
	"database/sql"

	"example.com/cases/link/mediator/good/mediate"
)

// Closed says that a piste is closed.
type Closed struct{ Piste string }

// Name names the notice.
func (Closed) Name() string { return "piste.closed" }

// Patrol closes pistes.
type Patrol struct {
	DB  *sql.DB
	Bus mediate.Mediator
}

// Close closes a piste.
func (p *Patrol) Close(ctx context.Context, piste string) error {
	tx, err := p.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE pistes SET open = false WHERE name = $1`, piste); err != nil {
		return err
	}
	if err := p.Bus.Publish(ctx, tx, Closed{Piste: piste}); err != nil {
		return err
	}
	return tx.Commit()
}
