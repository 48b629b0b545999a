// Package lite relies on keys that its tables, which are for SQLite, do not have.
package lite

import (
	"context"
	"database/sql"
	_ "embed"
)

//go:embed schema.sql
var schema string

type beaches struct{ db *sql.DB }

func open(ctx context.Context, db *sql.DB) (*beaches, error) {
	_, err := db.ExecContext(ctx, schema)
	return &beaches{db: db}, err
}

// find is said once for each shell and day.
func (b *beaches) find(ctx context.Context, beach, shell, day string) error {
	_, err := b.db.ExecContext(ctx, `INSERT OR IGNORE INTO beach_finds (beach, shell, day) VALUES (?, ?, ?)`, beach, shell, day) // want "IDV312: beach_finds"
	return err
}

// hoist has one flag for a beach.
func (b *beaches) hoist(ctx context.Context, beach, flag string) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO beach_flags (beach, flag) VALUES (?, ?) ON CONFLICT (beach) DO UPDATE SET flag = excluded.flag`, beach, flag) // want "IDV312: beach_flags"
	return err
}
