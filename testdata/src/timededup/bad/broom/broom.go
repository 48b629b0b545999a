// Package broom looks for doubles afterwards, and finds them by time.
package broom

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
)

// sweep deletes the later of two equal orders.
func sweep(ctx context.Context, db *sql.DB) (int64, error) {
	res, err := db.ExecContext(ctx, `DELETE FROM pizza_orders later USING pizza_orders earlier WHERE later.phone = earlier.phone AND later.total = earlier.total AND later.ordered_at > earlier.ordered_at AND later.ordered_at - earlier.ordered_at < interval '1 minute'`) // want "IDV602: .*pizza_orders"
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

const twins = `
update parking_fees f set state = 'duplicate'
from (
	select id, entered_at - lag(entered_at) over (partition by plate, cents order by entered_at) as gap from parking_fees
) g
where f.id = g.id and g.gap < interval '2 minutes' and f.state = 'open'`

// cancel takes fees of the same car back.
func cancel(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, twins) // want "IDV602: .*parking_fees"
	return err
}
