// Package savepoints gives up a part of a transaction and keeps the rest.
package savepoints

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

func duplicate(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505"
}

// byHand writes the statements itself.
func byHand(ctx context.Context, tx *sql.Tx, star, night string) error {
	if _, err := tx.ExecContext(ctx, `SAVEPOINT star`); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO stars (name) VALUES ($1)`, star)
	if duplicate(err) {
		_, err = tx.ExecContext(ctx, `ROLLBACK TO SAVEPOINT star`)
	}
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO nights (star, night) VALUES ($1, $2)`, star, night)
	return err
}

// guarded hides them in a helper.
func guarded(ctx context.Context, tx pgx.Tx, work func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, tx, work)
}

func inHelper(ctx context.Context, pool *pgxpool.Pool, star, night string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		err := guarded(ctx, tx, func(sp pgx.Tx) error {
			_, err := sp.Exec(ctx, `INSERT INTO stars (name) VALUES ($1)`, star)
			return err
		})
		if err != nil && !duplicate(err) {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO nights (star, night) VALUES ($1, $2)`, star, night)
		return err
	})
}

// nested begins a transaction within the transaction, which pgx makes a savepoint.
func nested(ctx context.Context, tx pgx.Tx, stars []string) (added int, err error) {
	for _, star := range stars {
		sp, err := tx.Begin(ctx)
		if err != nil {
			return added, err
		}
		_, err = sp.Exec(ctx, `INSERT INTO stars (name) VALUES ($1)`, star)
		if duplicate(err) {
			if err := sp.Rollback(ctx); err != nil {
				return added, err
			}
			continue
		}
		if err != nil {
			return added, errors.Join(err, sp.Rollback(ctx))
		}
		if err := sp.Commit(ctx); err != nil {
			return added, err
		}
		added++
	}
	return added, nil
}

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

// plant nests: the inner Transaction of gorm is a savepoint.
func (g *garden) plant(ctx context.Context, family, bed string) error {
	return g.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		err := tx.Transaction(func(sp *gorm.DB) error { return sp.Create(&Family{Name: family}).Error })
		if err != nil && !errors.Is(err, gorm.ErrDuplicatedKey) {
			return err
		}
		return tx.Create(&Orchid{Family: family, Bed: bed}).Error
	})
}

// replant names the savepoint.
func (g *garden) replant(ctx context.Context, family, bed string) error {
	return g.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.SavePoint("family").Error; err != nil {
			return err
		}
		if err := tx.Create(&Family{Name: family}).Error; err != nil {
			if !errors.Is(err, gorm.ErrDuplicatedKey) {
				return err
			}
			if err := tx.RollbackTo("family").Error; err != nil {
				return err
			}
		}
		return tx.Create(&Orchid{Family: family, Bed: bed}).Error
	})
}

type pot struct {
	bun.BaseModel `bun:"table:pots"`

	Number int64 `bun:",pk"`
	Plant  string
}

// repot runs a transaction of bun within another, which is a savepoint as well.
func repot(ctx context.Context, db *sql.DB, number int64, plant string) error {
	return bun.NewDB(db, pgdialect.New()).RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		err := tx.RunInTx(ctx, nil, func(ctx context.Context, sp bun.Tx) error {
			_, err := sp.NewInsert().Model(&pot{Number: number, Plant: plant}).Exec(ctx)
			return err
		})
		if duplicate(err) {
			_, err = tx.NewUpdate().Model((*pot)(nil)).Set("plant = ?", plant).Where("number = ?", number).Exec(ctx)
		}
		return err
	})
}
