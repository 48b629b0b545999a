// Package limits holds mistakes that the rule does not see.
package limits

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

type binder interface {
	Bind(ctx context.Context, tenant, key, fingerprint string) (same bool, err error)
}

// The map has all fields in it, also those that nobody asked for.
func decoded(b binder, r *http.Request) (bool, error) {
	var all map[string]any
	if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
		return false, err
	}
	sorted, err := json.Marshal(all)
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(sorted) // miss: IDV108 which fields of a decoded map mean something is not known
	return b.Bind(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(sum[:]))
}

// The body itself is kept and compared.
type copies struct{ bodies map[string]string }

func (c *copies) same(r *http.Request, body io.Reader) (bool, error) {
	raw, err := io.ReadAll(body)
	if err != nil {
		return false, err
	}
	known, ok := c.bodies[r.PathValue("tenant")+"/"+r.Header.Get("Idempotency-Key")]
	return !ok || strings.EqualFold(known, string(raw)), nil // miss: IDV108 bodies that are compared without a hash
}

// Nothing says that the bytes are those of a request.
func opaque(ctx context.Context, b binder, tenant, key string, payload []byte) (bool, error) {
	sum := sha256.Sum256(payload) // miss: IDV108 the origin of a parameter is not known
	return b.Bind(ctx, tenant, key, hex.EncodeToString(sum[:]))
}

// streamed hashes while it copies.
func streamed(b binder, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		var kept bytes.Buffer
		h := sha512.New512_256()
		if _, err := io.Copy(io.MultiWriter(h, &kept), r.Body); err != nil { // miss: IDV108 what goes through a writer to several others (io.MultiWriter) is not followed
			return err
		}
		r.Body = io.NopCloser(&kept)
		same, err := b.Bind(r.Context(), c.Param("tenant"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(h.Sum(nil)))
		if err != nil {
			return err
		}
		if !same {
			return echo.NewHTTPError(http.StatusUnprocessableEntity)
		}
		return next(c)
	}
}

type record struct {
	Tenant, Key string
	RequestHash string
}

func keep(ctx context.Context, db *sql.DB, rec record) (same bool, err error) {
	err = db.QueryRowContext(ctx, `INSERT INTO calls (tenant, key, request_hash) VALUES ($1, $2, $3)
		ON CONFLICT (tenant, key) DO UPDATE SET seen_at = now() RETURNING request_hash = $3`, rec.Tenant, rec.Key, rec.RequestHash).Scan(&same)
	return same, err
}

// envelope decodes the outside and hashes the inside as it came.
type envelope struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

func enveloped(db *sql.DB, w http.ResponseWriter, r *http.Request) {
	var e envelope
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	requestHash := sha256.Sum256(e.Data) // miss: IDV108 a part that is decoded as raw bytes does not count as the body
	rec := record{Tenant: r.PathValue("tenant"), Key: r.Header.Get("Idempotency-Key"), RequestHash: hex.EncodeToString(requestHash[:])}
	if same, err := keep(r.Context(), db, rec); err != nil || !same {
		http.Error(w, "the key was used for another request", http.StatusUnprocessableEntity)
	}
}

// order has fields that tell when and on which way it came.
type order struct {
	Item    string    `json:"item"`
	Count   int       `json:"count"`
	SentAt  time.Time `json:"sentAt"`
	TraceID string    `json:"traceId"`
}

func volatile(db *sql.DB, w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	whole, err := json.Marshal(o)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	sum := sha256.Sum256(whole) // miss: IDV108 the rule does not judge which fields of a decoded struct define the request
	rec := record{Tenant: r.PathValue("tenant"), Key: r.Header.Get("Idempotency-Key"), RequestHash: hex.EncodeToString(sum[:])}
	if same, err := keep(r.Context(), db, rec); err != nil || !same {
		http.Error(w, "the key was used for another request", http.StatusUnprocessableEntity)
	}
}

// metadataToo hashes the whole metadata of a call, in which there are traces and deadlines.
func metadataToo(b binder) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		md, _ := metadata.FromIncomingContext(ctx)
		raw, err := json.Marshal(md)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(append(raw, info.FullMethod...)) // miss: IDV108 the metadata of a call as a whole is not looked at, only entries that are named
		key := strings.Join(md.Get("idempotency-key"), "")
		same, err := b.Bind(ctx, strings.Join(md.Get("tenant"), ""), key, hex.EncodeToString(sum[:]))
		if err != nil || !same {
			return nil, status.Error(codes.FailedPrecondition, "the key was used for another request")
		}
		return handler(ctx, req)
	}
}
