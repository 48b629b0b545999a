// Package once has closures that run once: their transaction is not repeated.
package once

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	bolt "go.etcd.io/bbolt"
	"gorm.io/gorm"
)

// Seed is a row.
type Seed struct {
	ID   string `gorm:"primaryKey"`
	Kind string
}

// TableName names the table.
func (Seed) TableName() string { return "seeds" }

// garden has three stores.
type garden struct {
	pool *pgxpool.Pool
	orm  *gorm.DB
	file *bolt.DB
}

func (g *garden) sow(ctx context.Context, ids []string) ([]string, error) {
	var sown []string
	err := pgx.BeginFunc(ctx, g.pool, func(tx pgx.Tx) error {
		for _, id := range ids {
			tag, err := tx.Exec(ctx, `UPDATE seeds SET sown = true WHERE id = $1 AND NOT sown`, id)
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 1 {
				sown = append(sown, id)
			}
		}
		return nil
	})
	return sown, err
}

func (g *garden) water(ctx context.Context, ids []string) (int64, error) {
	var watered int64
	err := g.orm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, id := range ids {
			res := tx.Model(&Seed{}).Where("id = ? AND dry", id).Update("dry", false)
			if res.Error != nil {
				return res.Error
			}
			watered += res.RowsAffected
		}
		return nil
	})
	return watered, err
}

func (g *garden) list() (names []string, err error) {
	err = g.file.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("beds"))
		if err != nil {
			return err
		}
		return b.ForEach(func(k, _ []byte) error {
			names = append(names, string(k))
			return nil
		})
	})
	return names, err
}

// beds has a transaction for each bed, and adds to the list when a bed is through.
func (g *garden) beds(ctx context.Context, beds []string) (done []string, err error) {
	for _, bed := range beds {
		err := pgx.BeginFunc(ctx, g.pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE beds SET state = 'dug' WHERE id = $1`, bed)
			return err
		})
		if err != nil {
			return done, err
		}
		done = append(done, bed)
	}
	return done, nil
}
