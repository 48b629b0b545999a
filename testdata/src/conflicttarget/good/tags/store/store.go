// Package store has clauses of gorm that fit the tags of the model.
package store

import (
	"context"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"example.com/cases/conflicttarget/good/tags/model"
)

type garden struct{ db *gorm.DB }

func open(dsn string) (*garden, error) {
	db, err := gorm.Open(postgres.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	return &garden{db: db}, db.AutoMigrate(&model.FruitOrder{}, &model.FruitCook{}, &model.FruitWatering{}, &model.FruitEvent{})
}

// order names both columns of the index.
func (g *garden) order(ctx context.Context, o *model.FruitOrder) error {
	once := clause.OnConflict{Columns: []clause.Column{{Name: "kitchen"}, {Name: "reference"}}, DoNothing: true}
	return g.db.WithContext(ctx).Clauses(once).Create(o).Error
}

// register names the column, and what to change.
func (g *garden) register(ctx context.Context, email, name string) error {
	cook := &model.FruitCook{Email: email, Name: name}
	return g.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "email"}},
		DoUpdates: clause.AssignmentColumns([]string{"name"}),
	}).Create(cook).Error
}

// water leaves the target to gorm, which takes the primary key, which says what is watered when.
func (g *garden) water(ctx context.Context, tree, day string, litres int) error {
	w := &model.FruitWatering{Tree: tree, Day: day, Litres: litres}
	return g.db.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(w).Error
}

// see does nothing when the message has been seen.
func (g *garden) see(ctx context.Context, id string, body []byte) (bool, error) {
	res := g.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&model.FruitEvent{MessageID: id, Body: body})
	return res.RowsAffected == 1, res.Error
}
