// Package steps has the activities of a workflow. An activity that finds its work done says so, and the workflow goes on.
package steps

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
)

type pitches struct{ db *sql.DB }

// release makes a pitch free. A pitch that this guest does not have is free of this guest.
func (p *pitches) release(ctx context.Context, pitch, guest string) error {
	_, err := p.db.ExecContext(ctx, `UPDATE pitches SET guest = NULL WHERE id = $1 AND guest = $2`, pitch, guest)
	return err
}

// assign gives a pitch to a guest. Only another guest is a refusal, and it is a final one.
func (p *pitches) assign(ctx context.Context, pitch, guest string) error {
	res, err := p.db.ExecContext(ctx, `UPDATE pitches SET guest = $2 WHERE id = $1 AND (guest IS NULL OR guest = $2)`, pitch, guest)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return temporal.NewNonRetryableApplicationError("the pitch is taken by another guest", "PitchTaken", nil)
	}
	return err
}

func (p *pitches) settle(ctx context.Context, bill string) (string, error) {
	var guest string
	err := p.db.QueryRowContext(ctx, `UPDATE bills SET settled = true WHERE id = $1 AND NOT settled RETURNING guest`, bill).Scan(&guest)
	if errors.Is(err, sql.ErrNoRows) {
		err = p.db.QueryRowContext(ctx, `SELECT guest FROM bills WHERE id = $1 AND settled`, bill).Scan(&guest)
	}
	if err != nil {
		return "", fmt.Errorf("bill %s: %w", bill, err)
	}
	return guest, nil
}

type camp struct{ pitches *pitches }

func (c *camp) register(w worker.Worker) {
	w.RegisterActivity(c.Leave)
	w.RegisterActivity(c.Arrive)
	w.RegisterActivity(c.Settle)
}

// Leave is an activity.
func (c *camp) Leave(ctx context.Context, pitch, guest string) error {
	return c.pitches.release(ctx, pitch, guest)
}

// Arrive is an activity.
func (c *camp) Arrive(ctx context.Context, pitch, guest string) error {
	return c.pitches.assign(ctx, pitch, guest)
}

// Settle is an activity.
func (c *camp) Settle(ctx context.Context, bill string) (string, error) {
	return c.pitches.settle(ctx, bill)
}
