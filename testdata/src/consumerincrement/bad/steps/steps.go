// Package steps has activities and controllers, which are run again when they fail or when their result is lost.
package steps

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Club gives points to its members.
type Club struct{ db *pgxpool.Pool }

// Register makes the workflow and its activities known.
func (c *Club) Register(w worker.Worker) {
	w.RegisterWorkflow(Birthday)
	w.RegisterActivity(c)
}

// Birthday is the workflow.
func Birthday(ctx workflow.Context, member string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var c *Club
	return workflow.ExecuteActivity(ctx, c.Gift, member).Get(ctx, nil)
}

// Gift adds points in a transaction. When the answer of the commit is lost, the activity is run again.
func (c *Club) Gift(ctx context.Context, member string) error {
	return c.inTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE members SET greeted_at = now() WHERE id = $1`, member); err != nil {
			return err
		}
		return addPoints(ctx, tx, member, 100)
	})
}

func (c *Club) inTx(ctx context.Context, f func(pgx.Tx) error) error {
	tx, err := c.db.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func addPoints(ctx context.Context, tx pgx.Tx, member string, n int) error {
	_, err := tx.Exec(ctx, `update member_points set points = points + $1 where member = $2`, n, member) // want "IDV401: .*member_points"
	return err
}

// quotas counts volumes per team, each time that it looks at one.
type quotas struct {
	client.Client
	db *sql.DB
}

// Reconcile is called on each change, on errors, and for everything after a restart.
func (q *quotas) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var claim corev1.PersistentVolumeClaim
	if err := q.Get(ctx, req.NamespacedName, &claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, q.charge(ctx, claim.Labels["team"])
}

func (q *quotas) charge(ctx context.Context, team string) error {
	_, err := q.db.ExecContext(ctx, "UPDATE team_quotas SET used = used + 1 WHERE team = ?", team) // want "IDV401: .*team_quotas"
	return err
}

func (q *quotas) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(q)
}
