// Package store keeps letters.
package store

import (
	"context"
	"database/sql"
)

// Box is where letters lie.
type Box struct{ db *sql.DB }

// New makes a box.
func New(db *sql.DB) *Box { return &Box{db: db} }

// Drop keeps a letter, once for its id. It reports whether the letter is new.
func (b *Box) Drop(ctx context.Context, id, text string) (bool, error) {
	res, err := b.db.ExecContext(ctx, `INSERT INTO letters (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, text)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Stamp marks a letter as stamped.
func (b *Box) Stamp(ctx context.Context, id string) error {
	_, err := b.db.ExecContext(ctx, `UPDATE letters SET stamped = true WHERE id = $1`, id)
	return err
}
