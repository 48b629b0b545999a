// Package layered has the look and the insert behind layers, and a lock or a key that holds through them.
package layered

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"
)

type handle interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

type txKey struct{}

// repo runs in the transaction of the context, if there is one.
type repo struct{ db *sql.DB }

func (r *repo) handle(ctx context.Context) handle {
	if tx, ok := ctx.Value(txKey{}).(*sql.Tx); ok {
		return tx
	}
	return r.db
}

// alone runs work in a transaction that has the lock of a name.
func (r *repo) alone(ctx context.Context, name string, work func(context.Context) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, name); err != nil {
		return err
	}
	if err := work(context.WithValue(ctx, txKey{}, tx)); err != nil {
		return err
	}
	return tx.Commit()
}

// parcelOf returns 0 when there is none.
func (r *repo) parcelOf(ctx context.Context, sender string) (id int64, err error) {
	err = r.handle(ctx).QueryRowContext(ctx, `SELECT id FROM open_parcels WHERE sender = $1`, sender).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

func (r *repo) openParcel(ctx context.Context, sender string) error {
	_, err := r.handle(ctx).ExecContext(ctx, `INSERT INTO open_parcels (sender) VALUES ($1)`, sender)
	return err
}

// post is the use case.
type post struct{ repo *repo }

func (p *post) open(ctx context.Context, sender string) error {
	return p.repo.alone(ctx, "parcel:"+sender, func(ctx context.Context) error {
		id, err := p.repo.parcelOf(ctx, sender)
		if err != nil {
			return err
		}
		if id == 0 {
			return p.repo.openParcel(ctx, sender)
		}
		return nil
	})
}

// store is for any row; the gorm.DB translates errors.
type store[T any] struct{ db *gorm.DB }

func openStore[T any](d gorm.Dialector) (store[T], error) {
	db, err := gorm.Open(d, &gorm.Config{TranslateError: true})
	return store[T]{db: db}, err
}

func (s store[T]) one(ctx context.Context, where string, args ...any) (*T, error) {
	var row T
	err := s.db.WithContext(ctx).Where(where, args...).First(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	return &row, err
}

var errThere = errors.New("it is there")

func (s store[T]) add(ctx context.Context, row *T) error {
	err := s.db.WithContext(ctx).Create(row).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return errThere
	}
	return err
}

// Postbox is rented by one person.
type Postbox struct {
	ID     uint
	Number int `gorm:"uniqueIndex"`
	Renter string
}

type boxes struct{ rows store[Postbox] }

func (b *boxes) rent(ctx context.Context, number int, renter string) (*Postbox, error) {
	box, err := b.rows.one(ctx, "number = ?", number)
	if err != nil {
		return nil, err
	}
	if box != nil {
		return nil, errThere
	}
	box = &Postbox{Number: number, Renter: renter}
	return box, b.rows.add(ctx, box)
}
