// Package deferred keeps the answer when the handler returns, if it came to one.
package deferred

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/poisonedkey/ask"
)

const (
	claim = `INSERT INTO tour_keys (caller, key, fingerprint, owner, locked_until) VALUES ($1, $2, $3, $4, now() + interval '1 minute')
		ON CONFLICT (caller, key) DO UPDATE SET owner = EXCLUDED.owner, locked_until = EXCLUDED.locked_until
		WHERE tour_keys.status IS NULL AND tour_keys.locked_until < now() AND tour_keys.fingerprint = EXCLUDED.fingerprint`
	known = `SELECT fingerprint, coalesce(status, 0), coalesce(body, '') FROM tour_keys WHERE caller = $1 AND key = $2`
	leave = `DELETE FROM tour_keys WHERE caller = $1 AND key = $2 AND owner = $3 AND status IS NULL`
	keep  = `UPDATE tour_keys SET status = $4, body = $5 WHERE caller = $1 AND key = $2 AND owner = $3`
)

var errFull = errors.New("the tour is full")

type tours struct {
	db   *sql.DB
	book func(ctx context.Context, key, tour string) (seat int, err error)
}

func (t *tours) begin(ctx context.Context, caller, key, fingerprint, owner string) (*ask.Answer, error) {
	res, err := t.db.ExecContext(ctx, claim, caller, key, fingerprint, owner)
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return nil, err
	}
	var a ask.Answer
	err = t.db.QueryRowContext(ctx, known, caller, key).Scan(&a.Fingerprint, &a.Status, &a.Body)
	return &a, err
}

func (t *tours) reserve(w http.ResponseWriter, r *http.Request) {
	ctx, caller, key, owner := r.Context(), ask.Caller(r.Context()), r.Header.Get("Idempotency-Key"), uuid.NewString()
	fingerprint, err := ask.Fingerprint(r)
	if err != nil || key == "" {
		http.Error(w, "an Idempotency-Key and JSON are required", http.StatusBadRequest)
		return
	}
	old, err := t.begin(ctx, caller, key, fingerprint, owner)
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	if old != nil {
		ask.Again(w, old, fingerprint)
		return
	}
	status, body, final := http.StatusInternalServerError, []byte("internal error"), false
	defer func() {
		if final {
			_, _ = t.db.ExecContext(context.WithoutCancel(ctx), keep, caller, key, owner, status, body)
		} else {
			_, _ = t.db.ExecContext(context.WithoutCancel(ctx), leave, caller, key, owner)
		}
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}()
	seat, err := t.book(ctx, caller+"/"+key, r.PathValue("tour"))
	switch {
	case errors.Is(err, errFull):
		status, body, final = http.StatusConflict, []byte(err.Error()), true
	case errors.Is(err, context.DeadlineExceeded):
		status, body = http.StatusGatewayTimeout, []byte("the tour does not answer")
	case err != nil:
		body = []byte(fmt.Sprintf("tour: %v", err))
	default:
		status, final = http.StatusCreated, true
		body, _ = json.Marshal(map[string]int{"seat": seat})
	}
}
