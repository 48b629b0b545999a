// Package orms has conflict clauses of gorm and bun, on PostgreSQL.
package orms

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Family is a group of plants.
type Family struct {
	ID   uint
	Name string `gorm:"uniqueIndex"`
}

// Orchid is a plant of the botanical garden.
type Orchid struct {
	ID     uint
	Family string
	Bed    string
}

type garden struct{ db *gorm.DB }

func open(dsn string) (*garden, error) {
	db, err := gorm.Open(postgres.Open(dsn), &gorm.Config{TranslateError: true})
	return &garden{db: db}, err
}

func (g *garden) plant(ctx context.Context, family, bed string) error {
	return g.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		known := clause.OnConflict{Columns: []clause.Column{{Name: "name"}}, DoNothing: true}
		if err := tx.Clauses(known).Create(&Family{Name: family}).Error; err != nil {
			return err
		}
		return tx.Create(&Orchid{Family: family, Bed: bed}).Error
	})
}

// name forgives on the pool: gorm's own transaction around the one statement is over.
func (g *garden) name(ctx context.Context, family string) error {
	err := g.db.WithContext(ctx).Create(&Family{Name: family}).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return nil
	}
	return err
}

// bed finds nothing and goes on: no statement has failed.
func (g *garden) bed(ctx context.Context, family, bed string) error {
	return g.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var o Orchid
		err := tx.Where("family = ?", family).First(&o).Error
		if errors.Is(err, gorm.ErrRecordNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return tx.Model(&o).Update("bed", bed).Error
	})
}

type pot struct {
	bun.BaseModel `bun:"table:pots"`

	Number int64 `bun:",pk"`
	Plant  string
}

func fill(ctx context.Context, db *sql.DB, number int64, plant string) error {
	return bun.NewDB(db, pgdialect.New()).RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&pot{Number: number, Plant: plant}).
			On("CONFLICT (number) DO UPDATE").Set("plant = EXCLUDED.plant").Exec(ctx)
		return err
	})
}
