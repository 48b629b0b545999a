// Package hives counts swarms of a beekeeper.
package hives

import (
	"context"
	"database/sql"
)

// Hives implements inbox.Handler.
type Hives struct{ DB *sql.DB }

// Handle counts a swarm.
func (x *Hives) Handle(ctx context.Context, _ string, data []byte) error {
	_, err := x.DB.ExecContext(ctx, `UPDATE bee_swarms SET swarms = swarms + 1 WHERE name = $1`, string(data)) // linked "IDV401: bee_swarms"
	return err
}
