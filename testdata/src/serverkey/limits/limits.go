// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"github.com/google/uuid"
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
