// Package marks has claims that are meant to last: nobody releases them.
package marks

import (
	"context"
	"database/sql"

	"github.com/redis/go-redis/v9"
)

// firstVisit tells whether a reader is here for the first time.
func firstVisit(ctx context.Context, rdb *redis.Client, reader string) (bool, error) {
	return rdb.SetNX(ctx, "visited:"+reader, 1, 0).Result()
}

// book enters a payment once. What was entered stays.
func book(ctx context.Context, db *sql.DB, payment string, account, cents int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `insert into booked (payment) values ($1) on conflict (payment) do nothing`, payment)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `update accounts set cents = cents + $2 where id = $1`, account, cents); err != nil {
		return err
	}
	return tx.Commit()
}
