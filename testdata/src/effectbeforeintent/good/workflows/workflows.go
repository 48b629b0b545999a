// Package workflows starts a workflow under the number of a rental that is stored. A second start finds the first.
package workflows

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"

	"go.temporal.io/sdk/client"
)

// fleet rents vans.
type fleet struct {
	db       *sql.DB
	temporal client.Client
}

func (f *fleet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := f.rent(r.Context(), r.FormValue("van")); err != nil {
		http.Error(w, "not rented yet", http.StatusInternalServerError)
	}
}

func (f *fleet) rent(ctx context.Context, van string) error {
	res, err := f.db.ExecContext(ctx, `insert into rentals (van, state) values (?, 'new')`, van)
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	return f.start(ctx, id, van)
}

func (f *fleet) start(ctx context.Context, id int64, van string) error {
	run, err := f.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: "rental-" + strconv.FormatInt(id, 10), TaskQueue: "vans"}, "RentVan", van)
	if err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, `update rentals set state = 'started', run = ? where id = ? and state = 'new'`, run.GetRunID(), id)
	return err
}

type rental struct {
	id  int64
	van string
}

// sweep starts what a crash has left.
func (f *fleet) sweep(ctx context.Context) error {
	waiting, err := f.waiting(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, r := range waiting {
		errs = append(errs, f.start(ctx, r.id, r.van))
	}
	return errors.Join(errs...)
}

func (f *fleet) waiting(ctx context.Context) ([]rental, error) {
	rows, err := f.db.QueryContext(ctx, `select id, van from rentals where state = 'new'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []rental
	for rows.Next() {
		var r rental
		if err := rows.Scan(&r.id, &r.van); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}
