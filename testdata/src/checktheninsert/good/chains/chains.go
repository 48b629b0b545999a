// Package chains builds statements that are safe, or about something else than was looked at.
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
	Name  string
}

// Meadow is a row of meadows.
type Meadow struct {
	ID    int64
	Stand string
}

// settleElsewhere looks at one table and writes to another.
func settleElsewhere(db *gorm.DB, stand string) error {
	var m Beehive
	if db.Model(&Meadow{}).Where("stand = ?", stand).First(&m).RowsAffected > 0 {
		return nil
	}
	return db.Create(&Beehive{Stand: stand}).Error
}

// settleText builds a text with a conflict clause.
func settleText(ctx context.Context, db *sql.DB, stand string) error {
	var id int64
	err := db.QueryRowContext(ctx, "SELECT id FROM beehives WHERE stand = $1", stand).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	text, args, err := squirrel.Insert("beehives").Columns("stand").Values(stand).Suffix("ON CONFLICT (stand) DO NOTHING").ToSql()
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, text, args...)
	return err
}

// settleOther looks for one stand and adds another.
func settleOther(db *sql.DB, stand, next string) error {
	var id int64
	err := squirrel.Select("id").From("beehives").Where(squirrel.Eq{"stand": stand}).RunWith(db).QueryRow().Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = squirrel.Insert("beehives").Columns("name", "stand").Values(stand, next).RunWith(db).Exec()
	}
	return err
}

// settlePrepared prepares a statement that does nothing when there is one.
func settlePrepared(db *sqlx.DB, stand string) error {
	find, err := db.Preparex("SELECT id FROM beehives WHERE stand = $1")
	if err != nil {
		return err
	}
	add, err := db.PrepareNamed("INSERT INTO beehives (stand) VALUES (:stand) ON CONFLICT (stand) DO NOTHING")
	if err != nil {
		return err
	}
	var id int64
	err = find.Get(&id, stand)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = add.Exec(Beehive{Stand: stand})
	}
	return err
}

// settleBun gives the conflict clause without its ON.
func settleBun(ctx context.Context, db *bun.DB, stand string) error {
	there, err := db.NewSelect().Model((*Beehive)(nil)).Where("stand = ?", stand).Exists(ctx)
	if err != nil || there {
		return err
	}
	_, err = db.NewInsert().Model(&Beehive{Stand: stand}).On("CONFLICT (stand) DO NOTHING").Exec(ctx)
	return err
}

// settleMeadow looks for a meadow with the older library.
func settleMeadow(db *oldgorm.DB, stand string) error {
	var m Meadow
	if db.Where("stand = ?", stand).First(&m).RecordNotFound() {
		return db.Create(&Beehive{Stand: stand}).Error
	}
	return nil
}
