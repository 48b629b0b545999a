// Package workflows starts a workflow under an id that the client makes up, and stores the id afterwards.
package workflows

import (
	"context"
	"database/sql"
	"net/http"

	"go.temporal.io/sdk/client"
)

// fleet rents vans.
type fleet struct {
	db       *sql.DB
	temporal client.Client
}

func (f *fleet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := f.rent(r.Context(), r.FormValue("van")); err != nil {
		http.Error(w, "not rented", http.StatusInternalServerError)
	}
}

func (f *fleet) rent(ctx context.Context, van string) error {
	run, err := f.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: "vans"}, "RentVan", van) // want "IDV501: .*ExecuteWorkflow"
	if err != nil {
		return err
	}
	return f.remember(ctx, van, run)
}

func (f *fleet) remember(ctx context.Context, van string, run client.WorkflowRun) error {
	_, err := f.db.ExecContext(ctx, `insert into rentals (van, workflow, run) values (?, ?, ?)`, van, run.GetID(), run.GetRunID())
	return err
}
