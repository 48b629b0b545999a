// Package later has steps after the claim that a duplicate may leave out.
package later

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"github.com/hibiken/asynq"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
)

// rink rents skates.
type rink struct {
	db    *sql.DB
	rdb   *redis.Client
	rents prometheus.Counter
}

func (r *rink) routes(tasks *asynq.ServeMux, mux *http.ServeMux) {
	tasks.HandleFunc("skates:back", r.back)
	mux.HandleFunc("POST /rents", r.rent)
}

func (r *rink) returned(ctx context.Context, task, skates string) (bool, error) {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO rink_inbox (task) VALUES ($1) ON CONFLICT (task) DO NOTHING`, task)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE skates SET trips = trips + 1 WHERE id = $1`, skates); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// back counts for a graph, and drops a page from a cache, where it would expire within a minute.
func (r *rink) back(ctx context.Context, t *asynq.Task) error {
	first, err := r.returned(ctx, t.ResultWriter().TaskID(), string(t.Payload()))
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	r.rents.Inc()
	if err := r.rdb.Del(ctx, "rink:page").Err(); err != nil {
		log.Printf("page: %v", err)
	}
	return nil
}

// rent answers a repeated request from the row that the first one stored. Everything it does is in that row.
func (r *rink) rent(w http.ResponseWriter, req *http.Request) {
	customer, key := req.Header.Get("X-Customer"), req.Header.Get("Idempotency-Key")
	if customer == "" || key == "" {
		http.Error(w, "key", http.StatusBadRequest)
		return
	}
	size := req.FormValue("size")
	var id int64
	var stored string
	err := r.db.QueryRowContext(req.Context(), `INSERT INTO rents (customer, key, size) VALUES ($1, $2, $3)
		ON CONFLICT (customer, key) DO NOTHING RETURNING id, size`, customer, key, size).Scan(&id, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		err = r.db.QueryRowContext(req.Context(), `SELECT id, size FROM rents WHERE customer = $1 AND key = $2`, customer, key).Scan(&id, &stored)
	}
	if err != nil {
		http.Error(w, "rent", http.StatusInternalServerError)
		return
	}
	if stored != size {
		http.Error(w, "the key belongs to another request", http.StatusUnprocessableEntity)
		return
	}
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(map[string]int64{"id": id})
}
