// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"time"

	"go.temporal.io/sdk/workflow"
)

// Whether a charge can be lost on the way is known to those who implement it.
type charger interface {
	Charge(ctx context.Context, key string) error
}

func pay(ctx context.Context, db *sql.DB, c charger, order string) error {
	if err := c.Charge(ctx, order); err != nil {
		_, err = db.ExecContext(ctx, `update orders set state = 'failed' where id = ?`, order) // miss: IDV505 no implementation is in sight
		return err
	}
	return nil
}

// A workflow names its activities by text. Which of them acts outside is not known here.
func book(ctx workflow.Context, trip string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	if err := workflow.ExecuteActivity(ctx, "PayTrip", trip).Get(ctx, nil); err != nil {
		return workflow.ExecuteActivity(ctx, "GiveSeatBack", trip).Get(ctx, nil) // miss: IDV505 activities are named by text
	}
	return nil
}
