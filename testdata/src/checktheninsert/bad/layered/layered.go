// Package layered has the look and the insert behind layers: a transaction in the context, a generic store.
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

func (r *repo) within(ctx context.Context, work func(context.Context) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
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
	_, err := r.handle(ctx).ExecContext(ctx, `INSERT INTO open_parcels (sender) VALUES ($1)`, sender) // want "IDV301: open_parcels"
	return err
}

// post is the use case.
type post struct{ repo *repo }

func (p *post) open(ctx context.Context, sender string) error {
	return p.repo.within(ctx, func(ctx context.Context) error {
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

// store is for any row.
type store[T any] struct{ db *gorm.DB }

func (s store[T]) one(ctx context.Context, where string, args ...any) (*T, error) {
	var row T
	err := s.db.WithContext(ctx).Where(where, args...).First(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	return &row, err
}

func (s store[T]) add(ctx context.Context, row *T) error {
	return s.db.WithContext(ctx).Create(row).Error
}

// Postbox is rented by one person.
type Postbox struct {
	ID     uint
	Number int
	Renter string
}

type boxes struct{ rows store[Postbox] }

func (b *boxes) rent(ctx context.Context, number int, renter string) (*Postbox, error) {
	box, err := b.rows.one(ctx, "number = ?", number)
	if err != nil {
		return nil, err
	}
	if box != nil {
		return nil, errors.New("the box is rented")
	}
	box = &Postbox{Number: number, Renter: renter}
	return box, b.rows.add(ctx, box) // want "IDV301: postboxes"
}
