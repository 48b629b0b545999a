// Package diggers counts the turf that a digger types.
package diggers

import (
	"context"
	"database/sql"
)

// Diggers has the verb.
type Diggers struct{ DB *sql.DB }

// Dig counts a turf.
func (d *Diggers) Dig(ctx context.Context, _, digger string) error {
	_, err := d.DB.ExecContext(ctx, `UPDATE dug_turf SET turf = turf + 1 WHERE digger = $1`, digger)
	return err
}
