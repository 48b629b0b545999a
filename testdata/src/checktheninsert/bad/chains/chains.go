// Package chains does it with builders of statements.
package chains

import (
	"context"
	"database/sql"
	"errors"

	"github.com/Masterminds/squirrel"
	oldgorm "github.com/jinzhu/gorm"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
)

// Beehive is a row of beehives.
type Beehive struct {
	ID    int64
	Stand string
}

// standOnly is what a look needs.
type standOnly struct{ Stand string }

func settleModel(db *gorm.DB, stand string) error {
	var s standOnly
	if db.Model(&Beehive{}).Where("stand = ?", stand).First(&s).RowsAffected > 0 {
		return nil
	}
	return db.Create(&Beehive{Stand: stand}).Error // want "IDV301: beehives"
}

func settleText(ctx context.Context, db *sql.DB, stand string) error {
	text, args, err := squirrel.Select("id").From("beehives").Where(squirrel.Eq{"stand": stand}).ToSql()
	if err != nil {
		return err
	}
	var id int64
	err = db.QueryRowContext(ctx, text, args...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = squirrel.Insert("beehives").Columns("stand").Values(stand).RunWith(db).ExecContext(ctx) // want "IDV301: beehives"
	}
	return err
}

func settleMap(db *sql.DB, stand string) error {
	var id int64
	err := squirrel.Select("id").From("beehives").Where("stand = ?", stand).RunWith(db).QueryRow().Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = squirrel.Insert("beehives").SetMap(map[string]any{"stand": stand}).RunWith(db).Exec() // want "IDV301: beehives"
	}
	return err
}

func settlePrepared(db *sqlx.DB, stand string) error {
	find, err := db.Preparex("SELECT id FROM beehives WHERE stand = $1")
	if err != nil {
		return err
	}
	add, err := db.PrepareNamed("INSERT INTO beehives (stand) VALUES (:stand)")
	if err != nil {
		return err
	}
	var id int64
	err = find.Get(&id, stand)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = add.Exec(Beehive{Stand: stand}) // want "IDV301: beehives"
	}
	return err
}

func settleBun(ctx context.Context, db *bun.DB, stand string) error {
	there, err := db.NewSelect().Model((*Beehive)(nil)).Where("stand = ?", stand).Exists(ctx)
	if err != nil || there {
		return err
	}
	_, err = db.NewInsert().Model(&Beehive{Stand: stand}).Exec(ctx) // want "IDV301: beehives"
	return err
}

func settleOld(db *oldgorm.DB, stand string) error {
	var b Beehive
	if db.Where("stand = ?", stand).First(&b).RecordNotFound() {
		return db.Create(&Beehive{Stand: stand}).Error // want "IDV301: beehives"
	}
	return nil
}
