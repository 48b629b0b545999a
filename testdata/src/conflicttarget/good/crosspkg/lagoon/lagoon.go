// Package lagoon writes what it is told to. The tables are in SQL files of another folder.
package lagoon

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Execer is a pool, a connection or a transaction of pgx.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Licence stores a diver, by the number of the licence.
func Licence(ctx context.Context, db Execer, licence, name string) error {
	_, err := db.Exec(ctx, `INSERT INTO lagoon.lagoon_divers (licence, name) VALUES ($1, $2)
		ON CONFLICT (licence) DO UPDATE SET name = EXCLUDED.name`, licence, name)
	return err
}

// Dive stores a dive. Its constraint is added in a block of code, which may or may not have run.
func Dive(ctx context.Context, db Execer, diver string, start time.Time, depth int) error {
	_, err := db.Exec(ctx, `INSERT INTO lagoon.lagoon_dives (diver, start, depth) VALUES ($1, $2, $3)
		ON CONFLICT (diver, start) DO UPDATE SET depth = EXCLUDED.depth`, diver, start, depth)
	return err
}
