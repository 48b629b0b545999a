// Package behind pays back through an interface, whose name is all that is in sight.
package behind

import (
	"context"
	"database/sql"
)

// Acquirer moves money. It is implemented elsewhere.
type Acquirer interface {
	Refund(ctx context.Context, ref string, cents int64) error
}

// desk takes returned shoes.
type desk struct {
	db       *sql.DB
	acquirer Acquirer
}

func (d *desk) back(ctx context.Context, ref string, cents int64) error {
	if err := d.acquirer.Refund(ctx, ref, cents); err != nil {
		return d.close(ctx, ref, "failed") // want "IDV505: .*returned_shoes"
	}
	return d.close(ctx, ref, "paid")
}

func (d *desk) close(ctx context.Context, ref, state string) error {
	_, err := d.db.ExecContext(ctx, `UPDATE returned_shoes SET state = ? WHERE ref = ? AND state = 'open'`, state, ref)
	return err
}
