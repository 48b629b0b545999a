// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"fmt"
)

// MySQL takes the first key that collides. A new keeper with the address of another one overwrites that row.
func keeper(ctx context.Context, db *sql.DB, id int, email, name string) error {
	_, err := db.ExecContext(ctx, "INSERT INTO beacon_keepers (id, email, name) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name)", id, email, name) // miss: IDV312 both keys can collide, and which one was meant is not said
	return err
}

// The table is named at run time.
func lamp(ctx context.Context, db *sql.DB, table, tower string, watts int) error {
	q := fmt.Sprintf(`INSERT INTO %s (tower, watts) VALUES ($1, $2) ON CONFLICT (tower) DO UPDATE SET watts = EXCLUDED.watts`, table)
	_, err := db.ExecContext(ctx, q, tower, watts) // miss: IDV312 the table is not known
	return err
}

func shine(ctx context.Context, db *sql.DB) error {
	return lamp(ctx, db, "beacon_lamps", "north", 1000)
}

// The key has the visitor in it, who may be NULL, and no NULL equals another.
func visit(ctx context.Context, db *sql.DB, tower string, visitor sql.NullString, day string) error {
	_, err := db.ExecContext(ctx, `INSERT INTO beacon_visits (tower, visitor, day) VALUES ($1, $2, $3) ON CONFLICT (tower, visitor, day) DO NOTHING`, tower, visitor, day) // miss: IDV312 that the value may be NULL is not looked at
	return err
}
