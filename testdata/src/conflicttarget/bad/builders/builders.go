// Package builders has its clauses in bun and squirrel.
package builders

import (
	"context"
	"database/sql"
	"time"

	sq "github.com/Masterminds/squirrel"
	"github.com/uptrace/bun"
)

type block struct {
	bun.BaseModel `bun:"table:quarry_blocks"`

	ID     int64 `bun:",pk,autoincrement"`
	Quarry string
	Number int
	Tons   int
}

// cut names a part of the key.
func cut(ctx context.Context, db *bun.DB, b *block) error {
	_, err := db.NewInsert().Model(b).On("CONFLICT (number) DO UPDATE").Set("tons = EXCLUDED.tons").Exec(ctx) // want "IDV312: quarry_blocks"
	return err
}

// blast names more than the key.
func blast(ctx context.Context, db *sql.DB, wall string, at time.Time) error {
	q := sq.Insert("quarry_blasts").Columns("wall", "at").Values(wall, at).
		Suffix("ON CONFLICT (id, wall, at) DO NOTHING").PlaceholderFormat(sq.Dollar)
	_, err := q.RunWith(db).ExecContext(ctx) // want "IDV312: quarry_blasts"
	return err
}
