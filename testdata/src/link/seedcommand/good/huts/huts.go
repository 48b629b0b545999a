// Package huts keeps huts in a database.
package huts

import (
	"context"
	"database/sql"
	"errors"
)

// Hut is where somebody can sleep.
type Hut struct {
	Name string
	Beds int
}

// Table has the huts.
type Table struct{ DB *sql.DB }

// Find looks a hut up.
func (t *Table) Find(ctx context.Context, name string) (h Hut, found bool, err error) {
	err = t.DB.QueryRowContext(ctx, `SELECT name, beds FROM alp_huts WHERE name = $1`, name).Scan(&h.Name, &h.Beds)
	if errors.Is(err, sql.ErrNoRows) {
		return h, false, nil
	}
	return h, err == nil, err
}

// Add writes a hut.
func (t *Table) Add(ctx context.Context, h Hut) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO alp_huts (name, beds) VALUES ($1, $2)`, h.Name, h.Beds)
	return err
}
