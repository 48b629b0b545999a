// Package pottery has keys behind its clauses, in MySQL.
package pottery

import (
	"context"
	"database/sql"

	"github.com/jmoiron/sqlx"
)

type pottery struct{ db *sql.DB }

// order ignores the second order with a customer's reference.
func (p *pottery) order(ctx context.Context, customer, reference string, pots int) error {
	_, err := p.db.ExecContext(ctx,
		"INSERT IGNORE INTO pottery_orders (customer, reference, pots) VALUES (?, ?, ?)", customer, reference, pots)
	return err
}

type stock struct {
	Clay   string `db:"clay"`
	Colour string `db:"colour"`
	Grams  int    `db:"grams"`
}

func count(ctx context.Context, db *sqlx.DB, s stock) error {
	_, err := db.NamedExecContext(ctx,
		"INSERT INTO `pottery_stock` (clay, colour, grams) VALUES (:clay, :colour, :grams) ON DUPLICATE KEY UPDATE grams = VALUES(grams)", s)
	return err
}

// set replaces the one row of a kiln, which has no other columns to lose.
func (p *pottery) set(ctx context.Context, kiln, degrees int) error {
	_, err := p.db.ExecContext(ctx, "REPLACE INTO pottery_settings (kiln, degrees) VALUES (?, ?)", kiln, degrees)
	return err
}
