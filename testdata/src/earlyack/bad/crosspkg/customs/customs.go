// Package customs keeps declarations.
package customs

import (
	"context"
	"database/sql"
)

// Office is the store.
type Office struct{ db *sql.DB }

// New makes an office.
func New(db *sql.DB) *Office { return &Office{db: db} }

// Declare keeps a declaration, once for its number.
func (o *Office) Declare(ctx context.Context, number string, goods []byte) error {
	_, err := o.db.ExecContext(ctx, `INSERT INTO declarations (number, goods) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING`, number, goods)
	return err
}
