// Package partial gives claims back on some ways out, and not on others.
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

// run asks for the release after a call that may fail.
func (e *exports) run(ctx context.Context, customer string, write func(context.Context, string) error) error {
	ok, err := e.rdb.SetNX(ctx, "export:"+customer, e.node, e.hold).Result() // want "IDV311: .*SetNX"
	if err != nil || !ok {
		return err
	}
	var format string
	if err := e.db.QueryRowContext(ctx, `select format from customers where id = $1`, customer).Scan(&format); err != nil {
		return fmt.Errorf("customer %s: %w", customer, err)
	}
	defer dropMine.Run(context.WithoutCancel(ctx), e.rdb, []string{"export:" + customer}, e.node)
	return write(ctx, format)
}

// courses enrols students.
type courses struct{ db *sql.DB }

var errFull = errors.New("full")

func (c *courses) claim(ctx context.Context, course, student int64) (bool, error) {
	res, err := c.db.ExecContext(ctx, `insert into enrolments (course, student) values ($1, $2) on conflict (course, student) do nothing`, course, student) // want "IDV311: .*enrolments"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (c *courses) undo(ctx context.Context, course, student int64) error {
	_, err := c.db.ExecContext(ctx, `delete from enrolments where course = $1 and student = $2`, course, student)
	return err
}

// enrol undoes the enrolment when the course is full, but not when it cannot find out.
func (c *courses) enrol(ctx context.Context, course, student int64, invoice func(context.Context, int64, int64) error) error {
	ok, err := c.claim(ctx, course, student)
	if err != nil || !ok {
		return err
	}
	err = invoice(ctx, course, student)
	if errors.Is(err, errFull) {
		return errors.Join(err, c.undo(context.WithoutCancel(ctx), course, student))
	}
	return err
}
