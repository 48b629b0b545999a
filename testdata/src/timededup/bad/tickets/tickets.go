// Package tickets sells tram tickets over gRPC with sqlx. It counts equal sales in the last seconds.
package tickets

import (
	"context"
	"database/sql"

	"github.com/jmoiron/sqlx"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type machine struct{ db *sqlx.DB }

// Sell is a method of the service.
func (m *machine) Sell(ctx context.Context, rider, zone string) error {
	tx, err := m.db.BeginTxx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return status.Error(codes.Unavailable, err.Error())
	}
	defer tx.Rollback()
	if err := m.sell(ctx, tx, rider, zone); err != nil {
		return err
	}
	return tx.Commit()
}

func (m *machine) sell(ctx context.Context, tx *sqlx.Tx, rider, zone string) error {
	if _, err := tx.ExecContext(ctx, `select id from riders where id = $1 for update`, rider); err != nil {
		return err
	}
	n, err := recent(ctx, tx, rider, zone)
	if err != nil {
		return err
	}
	if n > 0 {
		return status.Error(codes.AlreadyExists, "you have just bought this ticket")
	}
	_, err = tx.ExecContext(ctx, `insert into tram_tickets (rider, zone, sold_at) values ($1, $2, now())`, rider, zone)
	return err
}

func recent(ctx context.Context, tx *sqlx.Tx, rider, zone string) (n int, err error) {
	err = tx.GetContext(ctx, &n, `select count(*) from tram_tickets where rider = $1 and zone = $2 and sold_at >= now() - interval '5 seconds'`, rider, zone) // want "IDV602: .*tram_tickets"
	return n, err
}
