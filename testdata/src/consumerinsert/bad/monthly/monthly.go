// Package monthly writes bills by the clock, on each server that has one, and once more when somebody starts the job by hand.
package monthly

import (
	"context"
	"database/sql"
	"log/slog"

	"github.com/robfig/cron/v3"
)

// allotments are gardens that are let.
type allotments struct{ db *sql.DB }

func (a *allotments) start() (*cron.Cron, error) {
	c := cron.New()
	_, err := c.AddFunc("0 6 1 * *", func() {
		if err := a.bill(context.Background()); err != nil {
			slog.Error("no bills", "error", err)
		}
	})
	c.Start()
	return c, err
}

func (a *allotments) bill(ctx context.Context) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO rent_bills (garden, cents, billed_at) SELECT id, rent, now() FROM gardens WHERE let`) // want "IDV402: .*rent_bills"
	return err
}
