// Package weaving relies on keys that its tables, which are for MySQL, do not have. Nothing fails; the rows become more.
package weaving

import (
	"context"
	"database/sql"

	"github.com/jmoiron/sqlx"
)

type weaving struct{ db *sql.DB }

// order ignores nothing: no two orders have the same id.
func (w *weaving) order(ctx context.Context, customer, reference string, metres int) error {
	_, err := w.db.ExecContext(ctx, // want "IDV312: loom_orders"
		"INSERT IGNORE INTO loom_orders (customer, reference, metres) VALUES (?, ?, ?)", customer, reference, metres)
	return err
}

type stock struct {
	Yarn   string `db:"yarn"`
	Colour string `db:"colour"`
	Grams  int    `db:"grams"`
}

// count sets the stock of a yarn.
func count(ctx context.Context, db *sqlx.DB, s stock) error {
	_, err := db.NamedExecContext(ctx, // want "IDV312: loom_stock"
		"INSERT INTO `loom_stock` (yarn, colour, grams) VALUES (:yarn, :colour, :grams) ON DUPLICATE KEY UPDATE grams = VALUES(grams)", s)
	return err
}

// set replaces the settings of a loom.
func (w *weaving) set(ctx context.Context, loom, speed int) error {
	_, err := w.db.ExecContext(ctx, "REPLACE INTO loom_settings (loom, speed) VALUES (?, ?)", loom, speed) // want "IDV312: loom_settings"
	return err
}
