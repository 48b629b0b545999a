// Package keyed answers callers who repeat a request until they hear that it was done, and tells them that it failed.
package keyed

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"

	"github.com/stripe/stripe-go/v84/webhook"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// orchard sells apples. An order has a unique index on customer and key.
type orchard struct {
	db     *sql.DB
	secret string
}

func (o *orchard) insert(ctx context.Context, customer, key string, crates int) error {
	_, err := o.db.ExecContext(ctx, `INSERT INTO apple_orders (customer, request_key, crates) VALUES ($1, $2, $3)`, customer, key, crates) // want "IDV304: .*apple_orders"
	return err
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
	if err := o.insert(r.Context(), r.PathValue("customer"), key, req.Crates); err != nil {
		http.Error(w, "the order failed", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
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
	if _, err := o.db.ExecContext(r.Context(), `INSERT INTO provider_events (id, payload) VALUES ($1, $2)`, event.ID, payload); err != nil { // want "IDV304: .*provider_events"
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// Pick is a method of a gRPC service. Its caller sends a key and repeats the call.
func (o *orchard) Pick(ctx context.Context, tree string) error {
	md, ok := metadata.FromIncomingContext(ctx)
	if !ok || len(md.Get("idempotency-key")) == 0 {
		return status.Error(codes.InvalidArgument, "an idempotency key is required")
	}
	res, err := o.db.ExecContext(ctx, `UPDATE trees SET picked_by = $2 WHERE id = $1 AND picked_by IS NULL`, tree, md.Get("idempotency-key")[0]) // want "IDV304: .*trees"
	if err != nil {
		return status.Error(codes.Unavailable, "try again")
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return status.Error(codes.FailedPrecondition, "the tree is picked")
	}
	return nil
}
