// Package prunes counts crates of prunes that somebody types.
package prunes

import (
	"context"
	"database/sql"
)

// Prunes implements inbox.Handler.
type Prunes struct{ DB *sql.DB }

// Handle counts a crate.
func (p *Prunes) Handle(ctx context.Context, _ string, data []byte) error {
	_, err := p.DB.ExecContext(ctx, `UPDATE prune_crates SET crates = crates + 1 WHERE name = $1`, string(data))
	return err
}
