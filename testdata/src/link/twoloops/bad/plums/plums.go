// Package plums counts crates of plums that a queue tells of.
package plums

import (
	"context"
	"database/sql"
)

// Plums implements inbox.Handler.
type Plums struct{ DB *sql.DB }

// Handle counts a crate.
func (x *Plums) Handle(ctx context.Context, _ string, data []byte) error {
	_, err := x.DB.ExecContext(ctx, `UPDATE plum_crates SET crates = crates + 1 WHERE name = $1`, string(data)) // linked "IDV401: plum_crates"
	return err
}
