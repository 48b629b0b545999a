// Package objects changes what a pointer leads to, in functions that a transaction calls.
package objects

import (
	"context"
	"database/sql"
	"errors"

	"cloud.google.com/go/spanner"
	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbgorm"
	"gorm.io/gorm"
)

var errFull = errors.New("no room on the trains")

// freight is one order. Open is what no train has taken yet.
type freight struct {
	ID   string
	Open int64
}

// yard loads trains.
type yard struct {
	db  *spanner.Client
	orm *gorm.DB
}

func (y *yard) load(ctx context.Context, f *freight, trains []string) error {
	_, err := y.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		for _, t := range trains {
			if err := y.couple(ctx, tx, f, t); err != nil {
				return err
			}
		}
		if f.Open > 0 {
			return errFull
		}
		return nil
	})
	return err
}

// couple takes as much as the train has room for.
func (y *yard) couple(ctx context.Context, tx *spanner.ReadWriteTransaction, f *freight, train string) error {
	row, err := tx.ReadRow(ctx, "Trains", spanner.Key{train}, []string{"Room"})
	if err != nil {
		return err
	}
	var room int64
	if err := row.Columns(&room); err != nil {
		return err
	}
	n := min(room, f.Open)
	f.Open -= n // want "IDV506: .*Open"
	return tx.BufferWrite([]*spanner.Mutation{
		spanner.Update("Trains", []string{"ID", "Room"}, []any{train, room - n}),
		spanner.InsertOrUpdate("Loads", []string{"Freight", "Train", "Tons"}, []any{f.ID, train, n}),
	})
}

// Wagon is a row.
type Wagon struct {
	ID    string `gorm:"primaryKey"`
	Train string
}

// TableName names the table.
func (Wagon) TableName() string { return "wagons" }

// walk inspects wagons. Its cursor moves on in a run that is rolled back.
type walk struct{ after string }

func (y *yard) inspect(ctx context.Context, w *walk) (string, error) {
	var train string
	err := crdbgorm.ExecuteTx(ctx, y.orm, &sql.TxOptions{Isolation: sql.LevelSerializable}, func(tx *gorm.DB) error {
		var next Wagon
		if err := tx.Where("id > ?", w.after).Order("id").First(&next).Error; err != nil {
			return err
		}
		w.after, train = next.ID, next.Train // want "IDV506: .*after"
		return tx.Model(&Wagon{}).Where("id = ?", next.ID).Update("inspected", true).Error
	})
	return train, err
}
