// Package store has clauses of gorm that do not fit the tags of the model, which is in another package.
package store

import (
	"context"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"example.com/cases/conflicttarget/bad/tags/model"
)

type garden struct{ db *gorm.DB }

func open(dsn string) (*garden, error) {
	db, err := gorm.Open(postgres.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	return &garden{db: db}, db.AutoMigrate(&model.HerbOrder{}, &model.HerbCook{}, &model.HerbWatering{})
}

// order names a part of the index.
func (g *garden) order(ctx context.Context, o *model.HerbOrder) error {
	once := clause.OnConflict{Columns: []clause.Column{{Name: "reference"}}, DoNothing: true}
	return g.db.WithContext(ctx).Clauses(once).Create(o).Error // want "IDV312: herb_orders"
}

// register updates on conflict of the primary key, which gorm takes when no columns are named, and which is new each time.
func (g *garden) register(ctx context.Context, email, name string) error {
	cook := &model.HerbCook{Email: email, Name: name}
	return g.db.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(cook).Error // want "IDV312: herb_cooks"
}

// water does nothing on a conflict that cannot be.
func (g *garden) water(ctx context.Context, bed, day string, litres int) error {
	w := &model.HerbWatering{Bed: bed, Day: day, Litres: litres}
	return g.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(w).Error // want "IDV312: herb_waterings"
}
