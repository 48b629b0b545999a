// Package keyed answers callers who repeat a request until they hear that it was done: the second time, it was done.
package keyed

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/stripe/stripe-go/v84/webhook"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

var errOther = errors.New("the key was used for another order")

// orchard sells apples. An order has a unique index on customer and key.
type orchard struct {
	db     *sql.DB
	secret string
}

// insert compares what is there with what is asked for.
func (o *orchard) insert(ctx context.Context, customer, key string, crates int) error {
	res, err := o.db.ExecContext(ctx, `INSERT INTO apple_orders (customer, request_key, crates) VALUES ($1, $2, $3) ON CONFLICT (customer, request_key) DO NOTHING`, customer, key, crates)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return err
	}
	var known int
	if err := o.db.QueryRowContext(ctx, `SELECT crates FROM apple_orders WHERE customer = $1 AND request_key = $2`, customer, key).Scan(&known); err != nil {
		return err
	}
	if known != crates {
		return errOther
	}
	return nil
}

func (o *orchard) order(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "an Idempotency-Key is required", http.StatusBadRequest)
		return
	}
	var req struct {
		Crates int `json:"crates"`
	}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	switch err := o.insert(r.Context(), r.PathValue("customer"), key, req.Crates); {
	case errors.Is(err, errOther):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	case err != nil:
		http.Error(w, "try again", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

// hook is called by the payment provider until it answers 2xx.
func (o *orchard) hook(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, r.Header.Get("Stripe-Signature"), o.secret)
	if err != nil {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	if _, err := o.db.ExecContext(r.Context(), `INSERT INTO provider_events (id, payload) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, event.ID, payload); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// Pick is a method of a gRPC service. The condition lets the same key through again.
func (o *orchard) Pick(ctx context.Context, tree string) error {
	md, ok := metadata.FromIncomingContext(ctx)
	if !ok || len(md.Get("idempotency-key")) == 0 {
		return status.Error(codes.InvalidArgument, "an idempotency key is required")
	}
	res, err := o.db.ExecContext(ctx, `UPDATE trees SET picked_by = $2 WHERE id = $1 AND (picked_by IS NULL OR picked_by = $2)`, tree, md.Get("idempotency-key")[0])
	if err != nil {
		return status.Error(codes.Unavailable, "try again")
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return status.Error(codes.FailedPrecondition, "the tree is picked by another caller")
	}
	return nil
}
