// Package before fails only before it claims, or has nothing that fails afterwards.
package before

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

var errUnknown = errors.New("no such coupon")

// coupons are used once.
type coupons struct{ db *sql.DB }

// use checks everything first. The claim is the effect.
func (c *coupons) use(ctx context.Context, code string, customer int64) (bool, error) {
	var off int
	err := c.db.QueryRowContext(ctx, `select off from coupons where code = $1`, code).Scan(&off)
	if errors.Is(err, sql.ErrNoRows) {
		return false, errUnknown
	}
	if err != nil {
		return false, err
	}
	if off <= 0 {
		return false, fmt.Errorf("coupon %s: nothing off", code)
	}
	res, err := c.db.ExecContext(ctx, `update coupons set customer = $2 where code = $1 and customer is null`, code, customer)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// greet says hello to a reader once. There is nothing left that could fail.
func greet(ctx context.Context, rdb *redis.Client, reader string) (string, error) {
	first, err := rdb.SetNX(ctx, "greeted:"+reader, 1, 0).Result()
	if err != nil {
		return "", err
	}
	if first {
		return "Welcome!", nil
	}
	return "Welcome back.", nil
}

// order stores the order and the task of its outbox; a relay sends what is in there.
func order(ctx context.Context, db *sql.DB, number string, lines []byte) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `insert into orders (number, lines) values ($1, $2) on conflict (number) do nothing`, number, lines)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `insert into outbox (id, body) values ($1, $2)`, "order/"+number, lines); err != nil {
		return err
	}
	return tx.Commit()
}

// later hands the work over under the number of the order; a task of the same name that waits already is as good.
func later(ctx context.Context, q *asynq.Client, number string, lines []byte) error {
	_, err := q.EnqueueContext(ctx, asynq.NewTask("order:pack", lines), asynq.TaskID("pack/"+number), asynq.MaxRetry(25))
	if errors.Is(err, asynq.ErrTaskIDConflict) {
		return nil
	}
	return err
}
