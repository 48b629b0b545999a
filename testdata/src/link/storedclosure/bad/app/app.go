// Package app wires the program.
package app

import (
	"context"
	"database/sql"
	"time"

	"example.com/cases/link/storedclosure/bad/barns"
	"example.com/cases/link/storedclosure/bad/feed"
	"example.com/cases/link/storedclosure/bad/scales"
)

// Run weighs until ctx ends.
func Run(ctx context.Context, db *sql.DB, addr string) error {
	w := &scales.Weigher{Barns: &barns.Table{DB: db}, Feed: feed.Config{Addr: addr, Wait: 5 * time.Second}}
	return w.Run(ctx)
}
