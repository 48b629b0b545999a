// Package monthly writes bills by the clock. A garden has one bill a month, whoever writes it.
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
	_, err := a.db.ExecContext(ctx, `INSERT INTO rent_bills (garden, month, cents) SELECT id, date_trunc('month', now()), rent FROM gardens WHERE let ON CONFLICT (garden, month) DO NOTHING`)
	return err
}
