// Package lite has keys behind its clauses, in SQLite.
package lite

import (
	"context"
	"database/sql"
	_ "embed"
)

//go:embed schema.sql
var schema string

type dunes struct{ db *sql.DB }

func open(ctx context.Context, db *sql.DB) (*dunes, error) {
	_, err := db.ExecContext(ctx, schema)
	return &dunes{db: db}, err
}

func (d *dunes) find(ctx context.Context, dune, shell, day string) error {
	_, err := d.db.ExecContext(ctx, `INSERT OR IGNORE INTO dune_finds (dune, shell, day) VALUES (?, ?, ?)`, dune, shell, day)
	return err
}

func (d *dunes) hoist(ctx context.Context, dune, flag string) error {
	_, err := d.db.ExecContext(ctx, `INSERT INTO dune_flags (dune, flag) VALUES (?, ?)
		ON CONFLICT (dune) DO UPDATE SET flag = excluded.flag`, dune, flag)
	return err
}
