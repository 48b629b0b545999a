// Package orm finds or creates with gorm, over models whose indexes are unique, and knows what a violation means.
package orm

import (
	"context"
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"example.com/cases/checktheninsert/good/model"
)

// library is the store.
type library struct{ db *gorm.DB }

func open(d gorm.Dialector) (*library, error) {
	db, err := gorm.Open(d, &gorm.Config{TranslateError: true})
	if err != nil {
		return nil, err
	}
	return &library{db: db}, nil
}

// shelf looks again when somebody else was faster.
func (l *library) shelf(ctx context.Context, branch, label string) (s model.Shelf, err error) {
	want := model.Shelf{Branch: branch, Label: label}
	err = l.db.WithContext(ctx).Where(want).FirstOrCreate(&s).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		s = model.Shelf{}
		err = l.db.WithContext(ctx).Where(want).First(&s).Error
	}
	return s, err
}

var errHasCard = errors.New("the reader has a card")

// issue says what is the matter in terms of the library.
func (l *library) issue(ctx context.Context, reader, number string) (*model.Card, error) {
	var card model.Card
	err := l.db.WithContext(ctx).Where("reader = ?", reader).First(&card).Error
	if err == nil {
		return nil, errHasCard
	}
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, err
	}
	card = model.Card{Number: number, Reader: reader}
	switch err := l.db.WithContext(ctx).Create(&card).Error; {
	case errors.Is(err, gorm.ErrDuplicatedKey):
		return nil, errHasCard
	case err != nil:
		return nil, err
	}
	return &card, nil
}

// wish gives way to the wish that is there.
func (l *library) wish(ctx context.Context, reader, isbn string) error {
	var wishes []model.Wish
	found := l.db.WithContext(ctx).Where("reader = ? AND isbn = ?", reader, isbn).Limit(1).Find(&wishes)
	if found.Error != nil || found.RowsAffected > 0 {
		return found.Error
	}
	return l.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&model.Wish{Reader: reader, ISBN: isbn}).Error
}

// lend locks the reader before it counts the loans.
func (l *library) lend(ctx context.Context, reader uint, isbn string) error {
	return l.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var r model.Reader
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&r, reader).Error; err != nil {
			return err
		}
		var n int64
		if err := tx.Model(&model.Loan{}).Where("reader_id = ? AND isbn = ?", r.ID, isbn).Count(&n).Error; err != nil || n > 0 {
			return err
		}
		return tx.Create(&model.Loan{ReaderID: r.ID, ISBN: isbn}).Error
	})
}

// borrow asks for one thing and inserts another.
func (l *library) borrow(ctx context.Context, reader, isbn string) error {
	var card model.Card
	if err := l.db.WithContext(ctx).Where("reader = ?", reader).First(&card).Error; err != nil {
		return err
	}
	return l.db.WithContext(ctx).Create(&model.Loan{ReaderID: card.ID, ISBN: isbn}).Error
}
