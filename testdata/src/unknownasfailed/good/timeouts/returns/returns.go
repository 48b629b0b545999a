// Package returns pays back through an interface, and closes the row when the acquirer has declined.
package returns

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/unknownasfailed/good/timeouts/acquirer"
)

// Acquirer moves money. It is implemented elsewhere.
type Acquirer interface {
	Refund(ctx context.Context, ref string, cents int64) error
}

// Desk takes returned shoes.
type Desk struct {
	DB       *sql.DB
	Acquirer Acquirer
}

// Back leaves the row open when nobody knows: it is called again with the same reference.
func (d *Desk) Back(ctx context.Context, ref string, cents int64) error {
	err := d.Acquirer.Refund(ctx, ref, cents)
	if errors.Is(err, acquirer.ErrDeclined) {
		return d.end(ctx, ref, "failed")
	}
	if err != nil {
		return err
	}
	return d.end(ctx, ref, "paid")
}

func (d *Desk) end(ctx context.Context, ref, state string) error {
	_, err := d.DB.ExecContext(ctx, `UPDATE returned_shoes SET state = ? WHERE ref = ? AND state = 'open'`, state, ref)
	return err
}
