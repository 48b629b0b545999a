// Package lockrows keeps locks in tables, with their end and their holder, or lets the database hold them.
package lockrows

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// kiln has one batch at a time.
type kiln struct{ db *sql.DB }

// occupy takes a free kiln, or one whose batch should be out by now.
func (k *kiln) occupy(ctx context.Context, kilnID int, batch string) (bool, error) {
	res, err := k.db.ExecContext(ctx, `
		insert into kiln_locks (kiln_id, batch, until) values ($1, $2, now() + interval '12 hours')
		on conflict (kiln_id) do update set batch = excluded.batch, until = excluded.until
		where kiln_locks.until < now()`, kilnID, batch)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (k *kiln) empty(ctx context.Context, kilnID int, batch string) error {
	_, err := k.db.ExecContext(ctx, `delete from kiln_locks where kiln_id = $1 and batch = $2`, kilnID, batch)
	return err
}

// fire burns a batch.
func fire(ctx context.Context, k *kiln, kilnID int, batch string, burn func(context.Context) error) error {
	ok, err := k.occupy(ctx, kilnID, batch)
	if err != nil || !ok {
		return err
	}
	defer k.empty(context.WithoutCancel(ctx), kilnID, batch)
	return burn(ctx)
}

// wheelLock is a row of wheel_locks.
type wheelLock struct {
	WheelID   int64 `gorm:"primaryKey"`
	Potter    string
	ExpiresAt time.Time
}

func (wheelLock) TableName() string { return "wheel_locks" }

type wheels struct{ db *gorm.DB }

// sit drops a lock whose time is over, and then competes for the wheel like everybody else.
func (w wheels) sit(ctx context.Context, id int64, potter string) (bool, error) {
	db := w.db.WithContext(ctx)
	if err := db.Where("wheel_id = ? and expires_at < now()", id).Delete(&wheelLock{}).Error; err != nil {
		return false, err
	}
	lock := &wheelLock{WheelID: id, Potter: potter, ExpiresAt: time.Now().Add(time.Hour)}
	res := db.Clauses(clause.OnConflict{DoNothing: true}).Create(lock)
	return res.RowsAffected == 1, res.Error
}

func (w wheels) stand(ctx context.Context, id int64, potter string) error {
	return w.db.WithContext(ctx).Delete(&wheelLock{}, "wheel_id = ? and potter = ?", id, potter).Error
}

// throw makes a pot.
func (w wheels) throw(ctx context.Context, id int64, potter string, turn func(context.Context) error) (err error) {
	ok, err := w.sit(ctx, id, potter)
	if err != nil || !ok {
		return err
	}
	defer func() { err = errors.Join(err, w.stand(context.WithoutCancel(ctx), id, potter)) }()
	return turn(ctx)
}

// rebuild keeps the row locked in a transaction: when the connection breaks, the lock is gone.
func rebuild(ctx context.Context, pool *pgxpool.Pool, shop int64, build func(context.Context, pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var id int64
		err := tx.QueryRow(ctx, `select id from shops where id = $1 for update skip locked`, shop).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return build(ctx, tx)
	})
}

// alone holds an advisory lock until the transaction ends.
func alone(ctx context.Context, db *sql.DB, task int64, do func(context.Context, *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var got bool
	if err := tx.QueryRowContext(ctx, `select pg_try_advisory_xact_lock($1)`, task).Scan(&got); err != nil || !got {
		return err
	}
	if err := do(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// rebuilt is a flag with the time since when it is set. One that is too old counts for nothing.
func rebuilt(ctx context.Context, pool *pgxpool.Pool, shop int64, build func(context.Context) error) error {
	var since time.Time
	err := pool.QueryRow(ctx, `update shops set rebuilding_since = now()
		where id = $1 and (rebuilding_since is null or rebuilding_since < now() - interval '1 hour')
		returning rebuilding_since`, shop).Scan(&since)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	defer pool.Exec(context.WithoutCancel(ctx),
		`update shops set rebuilding_since = null where id = $1 and rebuilding_since = $2`, shop, since)
	return build(ctx)
}
