// Package orms swallows errors inside transactions of gorm, bun and sqlx, all on PostgreSQL.
package orms

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
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
		if err := tx.Create(&Family{Name: family}).Error; err != nil && !errors.Is(err, gorm.ErrDuplicatedKey) { // want "IDV303: families"
			return err
		}
		return tx.Create(&Orchid{Family: family, Bed: bed}).Error
	})
}

// plot is written in a transaction that was begun by hand.
type plot struct {
	Name string `gorm:"primaryKey"`
	Row  int
}

func (g *garden) extend(ctx context.Context, row int, names ...string) error {
	tx := g.db.WithContext(ctx).Begin()
	defer tx.Rollback()
	for _, name := range names {
		err := tx.Create(&plot{Name: name, Row: row}).Error
		if errors.Is(err, gorm.ErrDuplicatedKey) {
			continue // want "IDV303: plots"
		}
		if err != nil {
			return err
		}
	}
	return tx.Commit().Error
}

type pot struct {
	bun.BaseModel `bun:"table:pots"`

	Number int64 `bun:",pk"`
	Plant  string
}

type nursery struct{ db *bun.DB }

func openNursery(db *sql.DB) *nursery { return &nursery{db: bun.NewDB(db, pgdialect.New())} }

func (n *nursery) pot(ctx context.Context, number int64, plant string) error {
	return n.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&pot{Number: number, Plant: plant}).Exec(ctx)
		if duplicate(err) {
			_, err = tx.NewUpdate().Model((*pot)(nil)).Set("plant = ?", plant).Where("number = ?", number).Exec(ctx) // want "IDV303: pots"
		}
		return err
	})
}

func duplicate(err error) bool {
	pg := new(pgconn.PgError)
	return errors.As(err, &pg) && pg.Code == "23505"
}

// seeds is a store on sqlx.
type seeds struct{ db *sqlx.DB }

type seed struct {
	Bag   string `db:"bag"`
	Plant string `db:"plant"`
}

func (s *seeds) sow(ctx context.Context, bag, plant, bed string) error {
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.NamedExecContext(ctx, `INSERT INTO seed_bags (bag, plant) VALUES (:bag, :plant)`, seed{bag, plant})
	switch {
	case duplicate(err): // want "IDV303: seed_bags"
	case err != nil:
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO sowings (bag, bed) VALUES ($1, $2)`, bag, bed); err != nil {
		return err
	}
	return tx.Commit()
}
