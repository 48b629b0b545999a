// Package workflows stores what is to be done and then starts the workflow that does it.
package workflows

import (
	"context"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/sdk/client"
)

// movers move people's things.
type movers struct {
	pool     *pgxpool.Pool
	temporal client.Client
}

func (m *movers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, err := m.save(r.Context(), r.FormValue("from"), r.FormValue("to"))
	if err == nil {
		err = m.start(r.Context(), id)
	}
	if err != nil {
		http.Error(w, "not ordered", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (m *movers) save(ctx context.Context, from, to string) (id int64, err error) {
	err = m.pool.QueryRow(ctx, `insert into removals (origin, destination) values ($1, $2) returning id`, from, to).Scan(&id)
	return id, err
}

// start has an id that makes a second start harmless. Nobody makes one.
func (m *movers) start(ctx context.Context, id int64) error {
	opts := client.StartWorkflowOptions{ID: "removal-" + strconv.FormatInt(id, 10), TaskQueue: "removals"}
	_, err := m.temporal.ExecuteWorkflow(ctx, opts, "Remove", id) // want "IDV503: .*ExecuteWorkflow"
	return err
}
