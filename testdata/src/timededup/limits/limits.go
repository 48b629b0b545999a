// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"time"
)

// log is what the service sold. Package shelf implements it, and main puts the two together.
type log interface {
	Lately(ctx context.Context, guest string, cents int64) (bool, error)
	Sell(ctx context.Context, guest, sale string, cents int64) error
}

// A method that says "lately" compares times in a package that the analysis does not join with this one.
func sell(ctx context.Context, l log, guest, sale string, cents int64) error {
	again, err := l.Lately(ctx, guest, cents)
	if err != nil || again {
		return err
	}
	return l.Sell(ctx, guest, sale, cents)
}

// A procedure compares the times in the database.
func pay(ctx context.Context, db *sql.DB, guest string, cents int64) error {
	_, err := db.ExecContext(ctx, `CALL pay_unless_paid_lately($1, $2)`, guest, cents)
	return err
}

// Two times are compared as texts: that both are in the same minute is not visible.
func sameMinute(guest, other string, at, before time.Time) bool {
	const minute = "2006-01-02T15:04"
	return guest == other && at.Format(minute) == before.Format(minute)
}
