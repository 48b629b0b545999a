// Package rows is the inner layer, on bun.
package rows

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"example.com/cases/link/threelayers/bad/customers"
)

// Row is a row of wool_customers.
type Row struct {
	bun.BaseModel `bun:"table:wool_customers"`

	Number string `bun:"number"`
	Name   string `bun:"name"`
}

// Rows implements customers.Customers.
type Rows struct{ DB *bun.DB }

// Find looks a customer up.
func (r *Rows) Find(ctx context.Context, number string) (*customers.Customer, error) {
	var row Row
	err := r.DB.NewSelect().Model(&row).Where("number = ?", number).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, customers.ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	return &customers.Customer{Number: row.Number, Name: row.Name}, nil
}
