// Package bad binds keys to the bytes of requests instead of their meaning.
package bad

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httputil"
	"strings"

	"github.com/gin-gonic/gin"
)

// binder remembers which request a key came with, and says whether it is the same now.
type binder interface {
	Bind(ctx context.Context, tenant, key, fingerprint string) (same bool, err error)
}

func mismatch(w http.ResponseWriter) {
	http.Error(w, "the key was used for another request", http.StatusUnprocessableEntity)
}

// middleware of gin.
func middleware(b binder) gin.HandlerFunc {
	return func(c *gin.Context) {
		raw, err := c.GetRawData()
		if err != nil {
			c.AbortWithStatus(http.StatusBadRequest)
			return
		}
		fingerprint := fmt.Sprintf("%x", md5.Sum(raw)) // want "IDV108: "
		same, err := b.Bind(c, c.GetString("tenant"), c.GetHeader("Idempotency-Key"), fingerprint)
		if err != nil || !same {
			c.AbortWithStatus(http.StatusConflict)
			return
		}
		c.Request.Body = io.NopCloser(bytes.NewReader(raw))
		c.Next()
	}
}

// dumped takes everything: the body, the headers, the address of the proxy.
func dumped(b binder, next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		all, err := httputil.DumpRequest(r, true)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sum := sha1.Sum(all) // want "IDV108: "
		if same, err := b.Bind(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(sum[:])); err != nil || !same {
			mismatch(w)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// agent has a header in it that changes when the client is updated between two attempts.
func agent(b binder, next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := sha256.New()
		_, _ = io.WriteString(h, r.Method+"\n"+r.URL.Path+"\n"+r.FormValue("amount")+"\n"+r.Header.Get("User-Agent"))
		if same, err := b.Bind(r.Context(), r.PathValue("tenant"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(h.Sum(nil))); err != nil || !same { // want "IDV108: "
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

// prefixed puts method and path before the raw body, and the hash into a struct.
func (l *ledger) prefixed(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	sum := sha256.Sum256(append([]byte(r.Method+" "+r.URL.Path+"\n"), raw...)) // want "IDV108: "
	rec := record{Tenant: r.PathValue("tenant"), Key: r.Header.Get("Idempotency-Key"), RequestHash: base64.StdEncoding.EncodeToString(sum[:])}
	if same, err := l.keep(r.Context(), rec); err != nil || !same {
		mismatch(w)
	}
}

// trimmed takes the white space at the ends away, and leaves the rest.
func (l *ledger) trimmed(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	text := strings.ToLower(strings.TrimSpace(string(raw)))
	rec := record{Tenant: r.PathValue("tenant"), Key: r.Header.Get("Idempotency-Key")}
	rec.RequestHash = fmt.Sprint(crc32.ChecksumIEEE([]byte(text))) // want "IDV108: "
	if same, err := l.keep(r.Context(), rec); err != nil || !same {
		mismatch(w)
	}
}

// buffered has the body in a field, left there by a middleware before.
type buffered struct {
	*http.Request
	body []byte
}

func read(r *http.Request) (*buffered, error) {
	raw, err := io.ReadAll(r.Body)
	return &buffered{Request: r, body: raw}, err
}

func (b *buffered) fingerprint() string {
	sum := sha256.Sum256(b.body) // want "IDV108: "
	return hex.EncodeToString(sum[:16])
}

func (l *ledger) later(w http.ResponseWriter, r *http.Request) {
	b, err := read(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	rec := record{Tenant: b.PathValue("tenant"), Key: b.Header.Get("Idempotency-Key"), RequestHash: b.fingerprint()}
	if same, err := l.keep(r.Context(), rec); err != nil || !same {
		mismatch(w)
	}
}
