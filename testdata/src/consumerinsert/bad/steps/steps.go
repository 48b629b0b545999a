// Package steps has activities and controllers that insert each time that they are run.
package steps

import (
	"context"
	"database/sql"
	"time"

	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	appsv1 "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Garage keeps the cars that wait for new tyres.
type Garage struct{ db *sql.DB }

// Register makes the workflow and its activities known.
func (g *Garage) Register(w worker.Worker) {
	w.RegisterWorkflow(Season)
	w.RegisterActivity(g)
}

// Season is the workflow.
func Season(ctx workflow.Context, plate string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var g *Garage
	var place int64
	return workflow.ExecuteActivity(ctx, g.Wait, plate).Get(ctx, &place)
}

// Wait returns the number of the place in the queue. When it does not arrive, the car gets a second place.
func (g *Garage) Wait(ctx context.Context, plate string) (int64, error) {
	return g.insert(ctx, plate)
}

func (g *Garage) insert(ctx context.Context, plate string) (place int64, err error) {
	err = g.db.QueryRowContext(ctx, `INSERT INTO tyre_queue (plate, since) VALUES ($1, now()) RETURNING place`, plate).Scan(&place) // want "IDV402: .*tyre_queue"
	return place, err
}

// rollouts writes a line into the book of changes for each rollout that it sees.
type rollouts struct {
	client.Client
	book *book
}

// book is a table.
type book struct{ db *sql.DB }

func (b *book) write(ctx context.Context, name, image string) error {
	_, err := b.db.ExecContext(ctx, "INSERT INTO rollouts (name, image) VALUES (?, ?)", name, image) // want "IDV402: .*rollouts"
	return err
}

// Reconcile is called on each change, on errors, and for everything after a restart.
func (r *rollouts) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var d appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &d); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.book.write(ctx, d.Name, d.Spec.Template.Spec.Containers[0].Image)
}

func (r *rollouts) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).Complete(r)
}
