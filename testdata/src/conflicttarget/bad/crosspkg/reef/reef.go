// Package reef writes what it is told to. The tables are in SQL files of another folder.
package reef

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Execer is a pool, a connection or a transaction of pgx.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Licence stores a diver, with the conflict on the key that the table draws for itself.
func Licence(ctx context.Context, db Execer, licence, name string) error {
	_, err := db.Exec(ctx, `INSERT INTO reef.reef_divers (licence, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name`, licence, name) // want "IDV312: reef_divers"
	return err
}

// Dive stores a dive.
func Dive(ctx context.Context, db Execer, diver string, start time.Time, depth int) error {
	_, err := db.Exec(ctx, `INSERT INTO reef.reef_dives (diver, start, depth) VALUES ($1, $2, $3) ON CONFLICT (diver, start) DO UPDATE SET depth = EXCLUDED.depth`, diver, start, depth) // want "IDV312: reef_dives"
	return err
}
