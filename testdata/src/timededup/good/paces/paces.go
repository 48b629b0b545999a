// Package paces counts what somebody did lately, to slow them down. Which of two equal requests is a repeat is not the question.
package paces

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
)

var (
	errSlow   = errors.New("too many attempts")
	errWait   = errors.New("a code was sent a moment ago")
	errReview = errors.New("somebody will look at this")
)

type door struct {
	db  *sqlx.DB
	rdb *redis.Client
}

// try allows five attempts in ten minutes.
func (d *door) try(ctx context.Context, user string) error {
	var n int
	if err := d.db.GetContext(ctx, &n, `select count(*) from attempts where user_id = $1 and at > now() - interval '10 minutes'`, user); err != nil {
		return err
	}
	if n >= 5 {
		return errSlow
	}
	return nil
}

// resend lets an account get a code once a minute.
func (d *door) resend(ctx context.Context, account string) error {
	ok, err := d.rdb.SetNX(ctx, "code-cooldown:"+account, 1, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errWait
	}
	return nil
}

// check asks for a person when a card spends much within a day.
func check(ctx context.Context, db *sql.DB, card string, cents int64) error {
	var spent int64
	err := db.QueryRowContext(ctx, `SELECT coalesce(sum(cents), 0) FROM card_payments WHERE card = $1 AND paid_at > now() - interval '1 day'`, card).Scan(&spent)
	if err != nil {
		return err
	}
	if spent+cents > 500_00 {
		return errReview
	}
	return nil
}

// bell is a button whose contact bounces.
type bell struct{ last time.Time }

// pressed reports whether the finger moved, not only the spring. It runs on the one goroutine that reads the pin.
func (b *bell) pressed(at time.Time) bool {
	bounce := at.Sub(b.last) < 20*time.Millisecond
	b.last = at
	return !bounce
}
