// Package steps has the activities of a workflow. An activity whose result got lost is run again.
package steps

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
)

var errState = errors.New("wrong state")

type pitches struct{ db *sql.DB }

// release makes a pitch of a camp site free.
func (p *pitches) release(ctx context.Context, pitch, guest string) error {
	res, err := p.db.ExecContext(ctx, `UPDATE pitches SET guest = NULL WHERE id = $1 AND guest = $2`, pitch, guest) // want "IDV304: .*pitches"
	if err != nil {
		return err
	}
	return exactlyOne(res)
}

// exactlyOne is the helper that all statements of this package go through.
func exactlyOne(res sql.Result) error {
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("%w: %d rows", errState, n)
	}
	return nil
}

// settle closes a bill. That it is closed already ends the whole workflow as a failure.
func (p *pitches) settle(ctx context.Context, bill string) error {
	var guest string
	err := p.db.QueryRowContext(ctx, `UPDATE bills SET settled = true WHERE id = $1 AND NOT settled RETURNING guest`, bill).Scan(&guest) // want "IDV304: .*bills"
	if errors.Is(err, sql.ErrNoRows) {
		return temporal.NewNonRetryableApplicationError("the bill is settled", "BillState", err)
	}
	return err
}

type camp struct{ pitches *pitches }

func (c *camp) register(w worker.Worker) {
	w.RegisterActivity(c.Leave)
	w.RegisterActivity(c.Settle)
}

// Leave is an activity.
func (c *camp) Leave(ctx context.Context, pitch, guest string) error {
	return c.pitches.release(ctx, pitch, guest)
}

// Settle is an activity.
func (c *camp) Settle(ctx context.Context, bill string) error {
	return c.pitches.settle(ctx, bill)
}
