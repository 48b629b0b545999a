// Package workflows starts the workflow and stores nothing: what is to be stored, an activity of the workflow stores.
package workflows

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
)

// movers move people's things.
type movers struct {
	pool     *pgxpool.Pool
	temporal client.Client
}

func (m *movers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	opts := client.StartWorkflowOptions{ID: "removal-" + r.FormValue("contract"), TaskQueue: "removals"}
	if _, err := m.temporal.ExecuteWorkflow(r.Context(), opts, "Remove", r.FormValue("from"), r.FormValue("to")); err != nil {
		http.Error(w, "not ordered", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

func (m *movers) register(w worker.Worker) { w.RegisterActivity(m.Store) }

// Store is an activity. Its row has the workflow's id.
func (m *movers) Store(ctx context.Context, from, to string) error {
	id := activity.GetInfo(ctx).WorkflowExecution.ID
	_, err := m.pool.Exec(ctx, `insert into removals (id, origin, destination) values ($1, $2, $3) on conflict (id) do nothing`, id, from, to)
	return err
}
