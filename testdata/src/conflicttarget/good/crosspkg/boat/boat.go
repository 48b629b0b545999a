// Package boat keeps the book of a diving school.
package boat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/conflicttarget/good/crosspkg/lagoon"
)

// Book enters a diver.
func Book(ctx context.Context, pool *pgxpool.Pool, licence, name string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return lagoon.Licence(ctx, tx, licence, name) })
}

// Log enters a dive.
func Log(ctx context.Context, pool *pgxpool.Pool, diver string, start time.Time, depth int) error {
	return lagoon.Dive(ctx, pool, diver, start, depth)
}
