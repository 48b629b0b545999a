// Package webhooks adds what providers report. They report again until they hear 2xx, and sometimes after that.
package webhooks

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"

	"github.com/jmoiron/sqlx"
	"github.com/stripe/stripe-go/v84/webhook"
)

// credits adds in an upsert: the conflict is with the account, not with the payment.
type credits struct{ db *sqlx.DB }

func (c *credits) add(ctx context.Context, account string, cents int64) error {
	row := map[string]any{"account": account, "cents": cents}
	_, err := c.db.NamedExecContext(ctx, `INSERT INTO credits (account, cents) VALUES (:account, :cents) ON CONFLICT (account) DO UPDATE SET cents = credits.cents + EXCLUDED.cents`, row) // want "IDV401: .*credits"
	return err
}

// topUp is the service between handler and store.
type topUp struct{ credits *credits }

func (t *topUp) paid(ctx context.Context, raw json.RawMessage) error {
	var payment struct {
		Customer string `json:"customer"`
		Amount   int64  `json:"amount"`
	}
	if err := json.Unmarshal(raw, &payment); err != nil {
		return err
	}
	return t.credits.add(ctx, payment.Customer, payment.Amount)
}

type hooks struct {
	topUp  *topUp
	secret string
	parts  *parts
}

func (h *hooks) stripe(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, r.Header.Get("Stripe-Signature"), h.secret)
	if err != nil {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	if event.Type != "charge.succeeded" {
		return
	}
	if err := h.topUp.paid(r.Context(), event.Data.Raw); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// parts counts what a supplier says it has sent.
type parts struct{ db *sqlx.DB }

func (p *parts) expect(ctx context.Context, part string, n int) (int, error) {
	var all int
	err := p.db.QueryRowxContext(ctx, `UPDATE parts SET expected = expected + $2 WHERE number = $1 RETURNING expected`, part, n).Scan(&all) // want "IDV401: .*parts"
	return all, err
}

// supplier checks the signature by hand.
func (h *hooks) supplier(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	mac := hmac.New(sha256.New, []byte(h.secret))
	mac.Write(payload)
	if !hmac.Equal([]byte(r.Header.Get("X-Supplier-Signature")), []byte(hex.EncodeToString(mac.Sum(nil)))) {
		http.Error(w, "not signed", http.StatusUnauthorized)
		return
	}
	var sent struct {
		Part   string `json:"part"`
		Pieces int    `json:"pieces"`
	}
	if err := json.Unmarshal(payload, &sent); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	if _, err := h.parts.expect(r.Context(), sent.Part, sent.Pieces); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *hooks) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /hooks/stripe", h.stripe)
	mux.HandleFunc("POST /hooks/supplier", h.supplier)
}
