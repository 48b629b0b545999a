// Package signs keeps what the signs at the lifts are to show. Another program switches them.
package signs

import (
	"context"
	"database/sql"
	"fmt"

	"example.com/cases/link/mediator/good/mediate"
)

// Signs implements mediate.Handler.
type Signs struct{ Root string }

// Handle writes what is to be shown, in the transaction of the one who tells.
func (s *Signs) Handle(ctx context.Context, tx *sql.Tx, n mediate.Notice) error {
	_, err := tx.ExecContext(ctx, `UPDATE lift_signs SET text = $2, shown = false WHERE root = $1`, s.Root, fmt.Sprint(n))
	return err
}
