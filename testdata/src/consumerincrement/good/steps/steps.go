// Package steps has activities and controllers, which find out whether they were run before, or count anew.
package steps

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/sdk/activity"
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

// Gift inserts the entry under the name of this step of this run, and adds only if the entry is new.
func (c *Club) Gift(ctx context.Context, member string) error {
	info := activity.GetInfo(ctx)
	return pgx.BeginFunc(ctx, c.db, func(tx pgx.Tx) error {
		fresh, err := enter(ctx, tx, info.WorkflowExecution.RunID+"/"+info.ActivityID, member)
		if err != nil || !fresh {
			return err
		}
		_, err = tx.Exec(ctx, `update member_points set points = points + $1 where member = $2`, 100, member)
		return err
	})
}

func enter(ctx context.Context, tx pgx.Tx, step, member string) (bool, error) {
	tag, err := tx.Exec(ctx, `insert into point_entries (step, member) values ($1, $2) on conflict (step) do nothing`, step, member)
	return tag.RowsAffected() == 1, err
}

// quotas counts all volumes of a team, and writes the sum.
type quotas struct {
	client.Client
	db *sql.DB
}

// Reconcile is called on each change, on errors, and for everything after a restart. One worker handles a team at a time.
func (q *quotas) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var claims corev1.PersistentVolumeClaimList
	if err := q.List(ctx, &claims, client.MatchingLabels{"team": req.Name}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, q.set(ctx, req.Name, len(claims.Items))
}

func (q *quotas) set(ctx context.Context, team string, used int) error {
	_, err := q.db.ExecContext(ctx, "UPDATE team_quotas SET used = ? WHERE team = ?", used, team)
	return err
}

func (q *quotas) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Complete(q)
}
