// Package laundry adds coins to washing machines. The column minute is the clock, cut off.
package laundry

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type washer struct{ pool *pgxpool.Pool }

// insert counts a coin.
func (w *washer) insert(ctx context.Context, machine string, coin int) error {
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		first, err := w.first(ctx, tx, machine, coin)
		if err != nil || !first {
			return err
		}
		_, err = tx.Exec(ctx, `update washers set cents = cents + $2 where id = $1`, machine, coin)
		return err
	})
}

// first reports whether the machine got no such coin in this minute.
func (w *washer) first(ctx context.Context, tx pgx.Tx, machine string, coin int) (bool, error) {
	minute := time.Now().Truncate(time.Minute)
	tag, err := tx.Exec(ctx, `insert into coins (machine, coin, minute) values ($1, $2, $3) on conflict (machine, coin, minute) do nothing`, machine, coin, minute) // want "IDV602: .*coins"
	return err == nil && tag.RowsAffected() == 1, err
}
