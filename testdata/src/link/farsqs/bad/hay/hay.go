// Package hay keeps how much hay the stables have.
package hay

import (
	"context"
	"database/sql"

	"example.com/cases/link/farsqs/bad/poll"
)

// Feeder implements poll.Handler.
type Feeder struct{ DB *sql.DB }

// Handle takes one bale for each feeding.
func (f *Feeder) Handle(ctx context.Context, m poll.Message) error {
	_, err := f.DB.ExecContext(ctx, `UPDATE hay_bales SET bales = bales - 1 WHERE stable = $1`, m.Body) // linked "IDV401: hay_bales"
	return err
}
