// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
)

// listener is called for everything that happens. What it does is known where it is registered.
type listener func(ctx context.Context, what string) error

type hotel struct {
	db        *sql.DB
	listeners []listener
}

func (h *hotel) book(ctx context.Context, room string) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `insert into bookings (room) values (?)`, room); err != nil {
		return err
	}
	for _, l := range h.listeners {
		if err := l(ctx, "booked"); err != nil { // miss: IDV502 listeners come from a list
			return err
		}
	}
	return tx.Commit()
}

// A transaction that is opened by statements of text is none for the analysis.
func byHand(ctx context.Context, conn *sql.Conn, send func(context.Context) error) error {
	if _, err := conn.ExecContext(ctx, `begin`); err != nil {
		return err
	}
	if err := send(ctx); err != nil { // miss: IDV502 begin and commit are texts
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), `rollback`)
		return err
	}
	_, err := conn.ExecContext(ctx, `commit`)
	return err
}
