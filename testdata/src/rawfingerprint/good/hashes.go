// Package good binds keys to the meaning of requests.
package good

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

// binder remembers which request a key came with, and says whether it is the same now.
type binder interface {
	Bind(ctx context.Context, tenant, key, fingerprint string) (same bool, err error)
}

func mismatch(w http.ResponseWriter) {
	http.Error(w, "the key was used for another request", http.StatusUnprocessableEntity)
}

// ticket is bound by gin; its clock and its trace are left out of the fingerprint.
type ticket struct {
	Show   string    `json:"show"`
	Seats  []string  `json:"seats"`
	SentAt time.Time `json:"sentAt"`
	Trace  string    `json:"trace"`
}

func (t ticket) fingerprint() string {
	seats := slices.Sorted(slices.Values(t.Seats))
	sum := sha256.Sum256([]byte(t.Show + "\x00" + strings.Join(seats, "\x00")))
	return hex.EncodeToString(sum[:])
}

func bound(b binder) gin.HandlerFunc {
	return func(c *gin.Context) {
		var t ticket
		if err := c.ShouldBindJSON(&t); err != nil {
			c.AbortWithStatus(http.StatusBadRequest)
			return
		}
		same, err := b.Bind(c, c.GetString("tenant"), c.GetHeader("Idempotency-Key"), t.fingerprint())
		if err != nil || !same {
			c.AbortWithStatus(http.StatusConflict)
			return
		}
		c.Set("ticket", t)
		c.Next()
	}
}

// projected copies the fields that count into a struct, which is encoded again.
func projected(b binder, next func(echo.Context, ticket) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		var t ticket
		if err := c.Bind(&t); err != nil {
			return err
		}
		canonical, err := json.Marshal(struct {
			Operation string
			Show      string
			Seats     []string
		}{"buy", t.Show, slices.Sorted(slices.Values(t.Seats))})
		if err != nil {
			return err
		}
		sum := sha256.Sum256(canonical)
		same, err := b.Bind(c.Request().Context(), c.Param("tenant"), c.Request().Header.Get("Idempotency-Key"), hex.EncodeToString(sum[:]))
		if err != nil {
			return err
		}
		if !same {
			return echo.NewHTTPError(http.StatusUnprocessableEntity)
		}
		return next(c, t)
	}
}

// picked decodes into a map and takes the fields that it knows out of it.
func picked(b binder, next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var fields map[string]any
		if err := json.Unmarshal(raw, &fields); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		h := sha256.New()
		for _, name := range []string{"account", "amount", "currency"} {
			fmt.Fprintf(h, "%s=%v\n", name, fields[name])
		}
		same, err := b.Bind(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(h.Sum(nil)))
		if err != nil || !same {
			mismatch(w)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(raw))
		next.ServeHTTP(w, r)
	}
}

// form hashes the values of a form, which Encode sorts.
func form(b binder, next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		wanted := url.Values{"amount": r.PostForm["amount"], "to": r.PostForm["to"]}
		sum := sha256.Sum256([]byte(r.Method + " " + r.URL.Path + "?" + wanted.Encode()))
		if same, err := b.Bind(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(sum[:])); err != nil || !same {
			mismatch(w)
			return
		}
		next.ServeHTTP(w, r)
	}
}

type record struct {
	Tenant, Key string
	RequestHash string
}

type ledger struct{ db *sql.DB }

func (l *ledger) keep(ctx context.Context, rec record) (same bool, err error) {
	err = l.db.QueryRowContext(ctx, `INSERT INTO calls (tenant, key, request_hash) VALUES ($1, $2, $3)
		ON CONFLICT (tenant, key) DO UPDATE SET seen_at = now() RETURNING request_hash = $3`, rec.Tenant, rec.Key, rec.RequestHash).Scan(&same)
	return same, err
}

// envelope decodes the inside too before it is hashed.
type envelope struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

type lamp struct {
	Model string `json:"model"`
	Watts int    `json:"watts"`
}

func (l *ledger) enveloped(w http.ResponseWriter, r *http.Request) {
	var e envelope
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var in lamp
	if err := json.Unmarshal(e.Data, &in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	requestHash := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d", e.Kind, in.Model, in.Watts))
	rec := record{Tenant: r.PathValue("tenant"), Key: r.Header.Get("Idempotency-Key"), RequestHash: hex.EncodeToString(requestHash[:])}
	if same, err := l.keep(r.Context(), rec); err != nil || !same {
		mismatch(w)
	}
}

// reencoded reads the body into the fields that define the request, and hashes them as they are written out again.
func (l *ledger) reencoded(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var in lamp
	if err := json.Unmarshal(raw, &in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	canonical, err := json.Marshal(in)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256(canonical)
	rec := record{Tenant: r.PathValue("tenant"), Key: r.Header.Get("Idempotency-Key"), RequestHash: hex.EncodeToString(sum[:])}
	if same, err := l.keep(r.Context(), rec); err != nil || !same {
		mismatch(w)
	}
}
