// Package partial gives claims back on all ways out.
package partial

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var dropMine = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// exports writes files for customers.
type exports struct {
	rdb  *redis.Client
	db   *sql.DB
	node string
	hold time.Duration
}

func (e *exports) run(ctx context.Context, customer string, write func(context.Context, string) error) error {
	ok, err := e.rdb.SetNX(ctx, "export:"+customer, e.node, e.hold).Result()
	if err != nil || !ok {
		return err
	}
	defer dropMine.Run(context.WithoutCancel(ctx), e.rdb, []string{"export:" + customer}, e.node)
	var format string
	if err := e.db.QueryRowContext(ctx, `select format from customers where id = $1`, customer).Scan(&format); err != nil {
		return fmt.Errorf("customer %s: %w", customer, err)
	}
	return write(ctx, format)
}

// preview leaves the lease alone: in twenty seconds everybody may try again.
func (e *exports) preview(ctx context.Context, customer string, write func(context.Context) error) error {
	ok, err := e.rdb.SetNX(ctx, "preview:"+customer, e.node, 20*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	return write(ctx)
}

// courses enrols students.
type courses struct{ db *sql.DB }

var errFull = errors.New("full")

// claim takes an enrolment that is new, or that an earlier attempt has not finished.
func (c *courses) claim(ctx context.Context, course, student int64) (bool, error) {
	res, err := c.db.ExecContext(ctx, `insert into enrolments (course, student, state) values ($1, $2, 'pending')
		on conflict (course, student) do update set tries = enrolments.tries + 1 where enrolments.state = 'pending'`, course, student)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (c *courses) set(ctx context.Context, course, student int64, state string) error {
	_, err := c.db.ExecContext(ctx, `update enrolments set state = $3 where course = $1 and student = $2`, course, student, state)
	return err
}

// enrol stores both answers; after any other error the next attempt goes on. The invoice has the number of the enrolment.
func (c *courses) enrol(ctx context.Context, course, student int64, invoice func(context.Context, string) error) error {
	ok, err := c.claim(ctx, course, student)
	if err != nil || !ok {
		return err
	}
	err = invoice(ctx, fmt.Sprintf("%d/%d", course, student))
	if errors.Is(err, errFull) {
		return c.set(ctx, course, student, "refused")
	}
	if err != nil {
		return err
	}
	return c.set(ctx, course, student, "enrolled")
}
