// Package lockrows keeps locks in tables: a row is a lock, and nothing says until when.
package lockrows

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// kiln has one batch at a time.
type kiln struct{ db *sql.DB }

func (k *kiln) occupy(ctx context.Context, kilnID int, batch string) (bool, error) {
	res, err := k.db.ExecContext(ctx, `insert into kiln_locks (kiln_id, batch) values ($1, $2) on conflict (kiln_id) do nothing`, kilnID, batch) // want "IDV302: .*kiln_locks"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (k *kiln) empty(ctx context.Context, kilnID int) error {
	_, err := k.db.ExecContext(ctx, `delete from kiln_locks where kiln_id = $1`, kilnID)
	return err
}

// fire burns a batch.
func fire(ctx context.Context, k *kiln, kilnID int, batch string, burn func(context.Context) error) error {
	ok, err := k.occupy(ctx, kilnID, batch)
	if err != nil || !ok {
		return err
	}
	defer k.empty(context.WithoutCancel(ctx), kilnID)
	return burn(ctx)
}

// wheelLock is a row of wheel_locks.
type wheelLock struct {
	WheelID int64 `gorm:"primaryKey"`
	Potter  string
}

func (wheelLock) TableName() string { return "wheel_locks" }

type wheels struct{ db *gorm.DB }

func (w wheels) sit(ctx context.Context, id int64, potter string) (bool, error) {
	res := w.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&wheelLock{WheelID: id, Potter: potter}) // want "IDV302: .*wheel_locks"
	return res.RowsAffected == 1, res.Error
}

func (w wheels) stand(ctx context.Context, id int64) error {
	return w.db.WithContext(ctx).Delete(&wheelLock{}, "wheel_id = ?", id).Error
}

// throw makes a pot.
func (w wheels) throw(ctx context.Context, id int64, potter string, turn func(context.Context) error) (err error) {
	ok, err := w.sit(ctx, id, potter)
	if err != nil || !ok {
		return err
	}
	defer func() { err = errors.Join(err, w.stand(context.WithoutCancel(ctx), id)) }()
	return turn(ctx)
}

// rebuild sets a flag on a row while the catalogue is rebuilt.
func rebuild(ctx context.Context, pool *pgxpool.Pool, shop int64, build func(context.Context) error) error {
	tag, err := pool.Exec(ctx, `update shops set rebuilding = true where id = $1 and not rebuilding`, shop) // want "IDV302: .*shops"
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	defer pool.Exec(context.WithoutCancel(ctx), `update shops set rebuilding = false where id = $1`, shop)
	return build(ctx)
}
