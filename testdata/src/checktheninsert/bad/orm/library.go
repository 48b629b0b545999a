// Package orm finds or creates with gorm. The models are in another package.
package orm

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"example.com/cases/checktheninsert/bad/model"
)

// library is the store.
type library struct{ db *gorm.DB }

// shelf leaves both steps to gorm, which runs a SELECT and then an INSERT.
func (l *library) shelf(ctx context.Context, branch, label string) (s model.Shelf, err error) {
	err = l.db.WithContext(ctx).Where(model.Shelf{Branch: branch, Label: label}).FirstOrCreate(&s).Error // want "IDV301: shelves"
	return s, err
}

// issue has a unique column, but not the one that it looks for.
func (l *library) issue(ctx context.Context, reader, number string) (*model.Card, error) {
	var card model.Card
	err := l.db.WithContext(ctx).Where("reader = ?", reader).First(&card).Error
	if err == nil {
		return &card, nil
	}
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, err
	}
	card = model.Card{Number: number, Reader: reader}
	if err := l.db.WithContext(ctx).Create(&card).Error; err != nil { // want "IDV301: cards"
		return nil, err
	}
	return &card, nil
}

func (l *library) wished(ctx context.Context, reader, isbn string) (int64, error) {
	var n int64
	err := l.db.WithContext(ctx).Model(&model.Wish{}).Where("reader = ? AND isbn = ?", reader, isbn).Count(&n).Error
	return n, err
}

func (l *library) wish(ctx context.Context, reader, isbn string) error {
	n, err := l.wished(ctx, reader, isbn)
	if err != nil || n != 0 {
		return err
	}
	return l.db.WithContext(ctx).Create(&model.Wish{Reader: reader, ISBN: isbn}).Error // want "IDV301: wishes"
}

// seal has a unique index behind it: the loser of the race gets an error that nobody looks at, although the reader is sealed,
// as it wanted.
func (l *library) seal(ctx context.Context, reader, reason string) error {
	if l.sealed(ctx, reader) {
		return nil
	}
	return l.db.WithContext(ctx).Create(&model.Seal{Reader: reader, Reason: reason}).Error // want "IDV301: reader_seals"
}

func (l *library) sealed(ctx context.Context, reader string) bool {
	var seals []model.Seal
	return l.db.WithContext(ctx).Where("reader = ?", reader).Limit(1).Find(&seals).RowsAffected > 0
}

// desk wishes in a transaction, through the context; a transaction does not make the two steps one.
type desk struct{ db *gorm.DB }

func (d *desk) wishAll(ctx context.Context, reader string, isbns []string) error {
	return d.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, isbn := range isbns {
			err := tx.Where("reader = ? AND isbn = ?", reader, isbn).Take(&model.Wish{}).Error
			if errors.Is(err, gorm.ErrRecordNotFound) {
				err = tx.Create(&model.Wish{Reader: reader, ISBN: isbn}).Error // want "IDV301: wishes"
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
