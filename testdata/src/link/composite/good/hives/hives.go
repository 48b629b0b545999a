// Package hives counts swarms of a beekeeper.
package hives

import (
	"context"
	"database/sql"
)

// Hives implements inbox.Handler.
type Hives struct{ DB *sql.DB }

// Handle counts a swarm, once for each message.
func (x *Hives) Handle(ctx context.Context, id string, data []byte) error {
	tx, err := x.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO bee_swarms_seen (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE bee_swarms SET swarms = swarms + 1 WHERE name = $1`, string(data)); err != nil {
		return err
	}
	return tx.Commit()
}
