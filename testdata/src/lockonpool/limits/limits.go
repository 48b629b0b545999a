// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

// The lock is taken in a transaction, as it should be, and the transaction is over when the work begins.
func early(ctx context.Context, db *sql.DB, id int64, work func(name string) error) error {
	name, err := load(ctx, db, id)
	if err != nil {
		return err
	}
	return work(name)
}

func load(ctx context.Context, db *sql.DB, id int64) (name string, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return "", err
	}
	defer tx.Rollback()
	if err := tx.QueryRowContext(ctx, `SELECT name FROM statues WHERE id = $1 FOR UPDATE`, id).Scan(&name); err != nil { // miss: IDV309 that the caller relies on the lock is not visible
		return "", err
	}
	return name, tx.Commit()
}

// The statement is put together from configuration.
func configured(ctx context.Context, db *sql.DB, suffix string, id int64, work func() error) error {
	var one int
	if err := db.QueryRowContext(ctx, `SELECT 1 FROM statues WHERE id = $1 `+suffix, id).Scan(&one); err != nil { // miss: IDV309 the suffix is not known
		return err
	}
	return work()
}

// The handle comes through an interface that a pool and a transaction have in common; who calls with which is not in this package.
type rower interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Polish works on a statue.
func Polish(ctx context.Context, db rower, id int64, work func() error) error {
	var one int
	if err := db.QueryRowContext(ctx, `SELECT 1 FROM statues WHERE id = $1 FOR UPDATE`, id).Scan(&one); err != nil { // miss: IDV309 the handle may be a transaction
		return err
	}
	return work()
}

// The pooler in front of the database gives each statement another session; only its configuration tells.
func pooled(ctx context.Context, conn *sql.Conn, work func() error) error {
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(5)`); err != nil { // miss: IDV309 that a pooler shares sessions is not visible
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(5)`)
	return work()
}

// The lock is an option of a home-made query builder.
type options struct{ forUpdate bool }

func (o options) apply(db *gorm.DB) *gorm.DB {
	if o.forUpdate {
		return db.Scopes(func(db *gorm.DB) *gorm.DB { return db.Set("lock", "UPDATE") })
	}
	return db
}

func scoped(db *gorm.DB, work func() error) error {
	var n int64
	if err := (options{forUpdate: true}).apply(db).Table("statues").Count(&n).Error; err != nil { // miss: IDV309 what a plugin makes of the option is not visible
		return err
	}
	return work()
}

var free = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`)

// The lock is given back by a script. foghorn cancels its context to stop the helpers, and then needs it once more.
func foghorn(ctx context.Context, rdb *redis.Client, owner string, sound func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	got, err := rdb.SetNX(ctx, "foghorn", owner, time.Minute).Result()
	if err != nil || !got {
		return err
	}
	err = sound(ctx)
	cancel()
	if _, freeErr := free.Run(ctx, rdb, []string{"foghorn"}, owner).Result(); freeErr != nil { // miss: IDV309 what a script does is not read
		return freeErr
	}
	return err
}
