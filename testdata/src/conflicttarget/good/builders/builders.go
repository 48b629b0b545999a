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
	bun.BaseModel `bun:"table:marble_blocks"`

	ID     int64 `bun:",pk,autoincrement"`
	Quarry string
	Number int
	Tons   int
}

func cut(ctx context.Context, db *bun.DB, b *block) error {
	_, err := db.NewInsert().Model(b).On("CONFLICT (quarry, number) DO UPDATE").Set("tons = EXCLUDED.tons").Exec(ctx)
	return err
}

func blast(ctx context.Context, db *sql.DB, wall string, at time.Time) error {
	q := sq.Insert("marble_blasts").Columns("wall", "at").Values(wall, at).
		Suffix("ON CONFLICT (wall, at) DO NOTHING").PlaceholderFormat(sq.Dollar)
	_, err := q.RunWith(db).ExecContext(ctx)
	return err
}
