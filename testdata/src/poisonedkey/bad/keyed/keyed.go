// Package keyed has handlers of requests with a key that ask a provider, and take its silence for a refusal.
package keyed

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/poisonedkey/ask"
)

const (
	open = `INSERT INTO top_ups (caller, key, fingerprint, owner, state, locked_until) VALUES ($1, $2, $3, $4, 'open', now() + interval '1 minute')
		ON CONFLICT (caller, key) DO UPDATE SET owner = EXCLUDED.owner, locked_until = EXCLUDED.locked_until
		WHERE top_ups.state = 'open' AND top_ups.locked_until < now() AND top_ups.fingerprint = EXCLUDED.fingerprint RETURNING state`
	look = `SELECT state, fingerprint FROM top_ups WHERE caller = $1 AND key = $2`
	end  = `UPDATE top_ups SET state = $4 WHERE caller = $1 AND key = $2 AND owner = $3`
)

var (
	errOther  = errors.New("the key was used for another request")
	errFailed = errors.New("the top-up failed")
	errBusy   = errors.New("in progress")
)

// topUp is money for a telephone card.
type topUp struct {
	caller, key, fingerprint, owner string
	card                            string
}

type cards struct {
	db     *pgxpool.Pool
	client *http.Client
	url    string
}

// ServeHTTP answers a caller who repeats the request under the same key.
func (c *cards) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t := topUp{caller: ask.Caller(r.Context()), key: r.Header.Get("Idempotency-Key"), owner: uuid.NewString(), card: r.PathValue("card")}
	if t.key == "" {
		http.Error(w, "an Idempotency-Key is required", http.StatusBadRequest)
		return
	}
	var err error
	if t.fingerprint, err = ask.Fingerprint(r); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	switch err := c.run(r.Context(), t); {
	case errors.Is(err, errOther):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	case errors.Is(err, errBusy):
		http.Error(w, err.Error(), http.StatusConflict)
	case errors.Is(err, errFailed):
		http.Error(w, err.Error(), http.StatusPaymentRequired)
	case err != nil:
		http.Error(w, "try again", http.StatusBadGateway)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (c *cards) run(ctx context.Context, t topUp) error {
	var state, fingerprint string
	err := c.db.QueryRow(ctx, open, t.caller, t.key, t.fingerprint, t.owner).Scan(&state)
	if err == nil {
		return c.load(ctx, t)
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if err := c.db.QueryRow(ctx, look, t.caller, t.key).Scan(&state, &fingerprint); err != nil {
		return err
	}
	switch {
	case fingerprint != t.fingerprint:
		return errOther
	case state == "FAILED":
		return errFailed
	case state == "open":
		return errBusy
	}
	return nil
}

// load stores every error of the provider, also that it did not answer in time.
func (c *cards) load(ctx context.Context, t topUp) error {
	state, failure := "DONE", c.ask(ctx, t)
	if failure != nil {
		state = "FAILED"
	}
	_, err := c.db.Exec(context.WithoutCancel(ctx), end, t.caller, t.key, t.owner, state) // want "IDV306: .*top_ups"
	return errors.Join(failure, err)
}

func (c *cards) ask(ctx context.Context, t topUp) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/cards/"+t.card, strings.NewReader(`{"cents":1000}`))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", t.caller+"/"+t.key)
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return errors.New(string(text))
	}
	var done struct{ Reference string }
	return json.NewDecoder(resp.Body).Decode(&done)
}
