// Package passed has keys that a handler does not read, because somebody else does, or because nothing depends on them.
package passed

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/stripe/stripe-go/v84"
)

// tip goes to the payment provider under the app's key.
type tip struct {
	IdempotencyKey string `json:"idempotencyKey"`
	Customer       string `json:"customer"`
	Cents          int64  `json:"cents"`
}

func pay(ctx context.Context, sc *stripe.Client, t tip) error {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(t.Cents), Currency: stripe.String("eur"), Customer: stripe.String(t.Customer)}
	params.SetIdempotencyKey(t.IdempotencyKey)
	_, err := sc.V1PaymentIntents.Create(ctx, params)
	return err
}

// wash is handed on as it came: the next service reads the token.
type wash struct {
	Car         string `json:"car"`
	ClientToken string `json:"clientToken"`
}

type relay struct {
	client *http.Client
	inner  string
}

func (l *relay) post(c echo.Context) error {
	var in wash
	if err := c.Bind(&in); err != nil {
		return err
	}
	if in.Car == "" {
		return echo.NewHTTPError(http.StatusBadRequest, "which car?")
	}
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(c.Request().Context(), http.MethodPost, l.inner+"/washes", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway)
	}
	defer resp.Body.Close()
	return c.NoContent(resp.StatusCode)
}

// shade sets a blind to where it shall be. Its token is not needed: the second time changes nothing.
type shade struct {
	Percent     int    `json:"percent"`
	ClientToken string `json:"clientToken"`
}

func setShade(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in shade
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if _, err := db.ExecContext(r.Context(), `UPDATE blinds SET percent = $2 WHERE id = $1`, r.PathValue("blind"), in.Percent); err != nil {
			http.Error(w, "stuck", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

// search reads, whatever its request id is for.
type search struct {
	RequestID string `json:"requestId"`
	Word      string `json:"word"`
}

func find(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in search
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var page string
		if err := db.QueryRowContext(r.Context(), `SELECT page FROM words WHERE word = $1`, in.Word).Scan(&page); err != nil {
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		_, _ = w.Write([]byte(page))
	}
}

// note has an id for the log of one call, which is new in each attempt.
func note(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		slog.InfoContext(r.Context(), "note", "request", r.Header.Get("X-Request-Id"))
		if _, err := db.ExecContext(r.Context(), `INSERT INTO notes (text) VALUES ($1)`, r.FormValue("text")); err != nil {
			http.Error(w, "not stored", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusCreated)
	}
}

type keyOf struct{}

// withKey reads the key for all handlers behind it.
func withKey(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
	})
}

type wishes struct{ db *sql.DB }

func (l *wishes) routes(mux *http.ServeMux) {
	mux.Handle("POST /guests/{guest}/wishes", withKey(http.HandlerFunc(l.post)))
}

// post does not see a key. The store takes it from the context.
func (l *wishes) post(w http.ResponseWriter, r *http.Request) {
	if err := l.add(r.Context(), r.PathValue("guest"), r.FormValue("wish")); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (l *wishes) add(ctx context.Context, guest, wish string) error {
	key, ok := ctx.Value(keyOf{}).(string)
	if !ok {
		return errNoKey
	}
	_, err := l.db.ExecContext(ctx, `INSERT INTO guest_wishes (guest, request_key, wish) VALUES ($1, $2, $3) ON CONFLICT (guest, request_key) DO NOTHING`, guest, key, wish)
	return err
}

var errNoKey = errors.New("a key, please")
