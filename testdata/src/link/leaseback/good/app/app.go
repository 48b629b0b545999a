// Package app wires the program.
package app

import (
	"context"
	"os/signal"
	"syscall"

	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/link/leaseback/good/gates"
	"example.com/cases/link/leaseback/good/leases"
	"example.com/cases/link/leaseback/good/radio"
)

// Run keeps gates until the process is told to end.
func Run(ctx context.Context, db *pgxpool.Pool, addr, keeper string) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	k := &gates.Keeper{Name: keeper, Leases: &leases.Table{DB: db}, Radio: &radio.Client{URL: addr}}
	return k.Run(ctx)
}
