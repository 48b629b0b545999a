// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"example.com/cases/serverkey/bad/crosspkg/ident"
)

// message comes from generated code, as the request of a gRPC method.
type message struct{ idempotencyKey, room string }

func (m *message) GetIdempotencyKey() string { return m.idempotencyKey }

type rooms struct{ db *sql.DB }

// Nothing on the method says that it is served.
func (r *rooms) Reserve(ctx context.Context, in *message) error {
	key := in.GetIdempotencyKey()
	if key == "" {
		key = uuid.NewString() // miss: IDV103 a method whose registration is elsewhere is not known as a handler
	}
	_, err := r.db.ExecContext(ctx, `INSERT INTO rooms (hotel, idempotency_key) VALUES ($1, $2)
		ON CONFLICT (hotel, idempotency_key) DO UPDATE SET seen_at = now()`, in.room, key)
	return err
}

// The fresh key comes out of a pool that was filled before.
var spare = sync.Pool{New: func() any { return uuid.NewString() }}

func (r *rooms) extend(w http.ResponseWriter, req *http.Request) {
	key := req.Header.Get("Idempotency-Key")
	if key == "" {
		key = spare.Get().(string) // miss: IDV103 what a pool hands out is unknown
	}
	_, err := r.db.ExecContext(req.Context(), `INSERT INTO extensions (hotel, idempotency_key) VALUES ($1, $2)
		ON CONFLICT (hotel, idempotency_key) DO UPDATE SET seen_at = now()`, req.PathValue("hotel"), key)
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// trial books a trial hour, by way of a helper with a type parameter.
func (rs *rooms) trial(w http.ResponseWriter, r *http.Request) {
	key := ident.Or(r.Header.Get("Idempotency-Key"), uuid.NewString) // miss: IDV103 a helper that is given the function which makes the key is not followed into it
	_, err := rs.db.ExecContext(r.Context(), `INSERT INTO trials (club, idempotency_key) VALUES ($1, $2)
		ON CONFLICT (club, idempotency_key) DO UPDATE SET seen_at = now()`, r.PathValue("club"), key)
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// deliver starts a workflow, of which there is one for each id.
func deliver(flows client.Client, w http.ResponseWriter, r *http.Request) {
	options := client.StartWorkflowOptions{TaskQueue: "deliveries", ID: r.Header.Get("Idempotency-Key")}
	if options.ID == "" {
		options.ID = "delivery-" + uuid.NewString() // want "IDV201: ID" // miss: IDV103 a key that lies in a field while it is checked is reported for its new value only
	}
	if _, err := flows.ExecuteWorkflow(r.Context(), options, "Deliver", r.PathValue("parcel")); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}
