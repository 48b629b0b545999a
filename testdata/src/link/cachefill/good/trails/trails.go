// Package trails keeps trails in a database.
package trails

import (
	"context"
	"database/sql"
)

// Table implements maps.Trails.
type Table struct{ DB *sql.DB }

// Line reads the line of a trail.
func (t *Table) Line(ctx context.Context, trail string) (string, error) {
	var line string
	err := t.DB.QueryRowContext(ctx, `SELECT line FROM trail_lines WHERE trail = $1`, trail).Scan(&line)
	return line, err
}
