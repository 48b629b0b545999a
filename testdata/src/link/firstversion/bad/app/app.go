// Package app wires the program.
package app

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"

	"example.com/cases/link/firstversion/bad/boats"
	"example.com/cases/link/firstversion/bad/locks"
	"example.com/cases/link/firstversion/bad/streams"
)

// Run follows the boats.
func Run(ctx context.Context, db *sql.DB, r *kafka.Reader) error {
	return (&boats.Harbour{Locks: &locks.Advisory{DB: db}, Streams: &streams.Table{DB: db}}).Run(ctx, r)
}
