package good

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
)

var errForged = errors.New("the signature is wrong")

// signed checks a webhook's signature, which is about the bytes.
func signed(secret []byte, r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write(raw)
	sent, err := hex.DecodeString(r.Header.Get("X-Signature"))
	if err != nil || !hmac.Equal(sent, mac.Sum(nil)) {
		return nil, errForged
	}
	return raw, nil
}

// prehashed signs the hash of the body together with the path.
func prehashed(secret []byte, r *http.Request, raw []byte) bool {
	bodyHash := sha256.Sum256(raw)
	mac := hmac.New(sha256.New, secret)
	_, _ = io.WriteString(mac, r.Method+"\n"+r.URL.Path+"\n"+hex.EncodeToString(bodyHash[:]))
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(hex.EncodeToString(mac.Sum(nil)))) == 1
}

// transmitted compares the body with the checksum that came along.
func transmitted(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, false
	}
	sum := md5.Sum(raw)
	if r.Header.Get("Content-MD5") != base64.StdEncoding.EncodeToString(sum[:]) {
		http.Error(w, "the body was damaged", http.StatusBadRequest)
		return nil, false
	}
	return raw, true
}

// tagged answers with an ETag that is made of the answer.
func tagged(w http.ResponseWriter, r *http.Request, answer []byte) {
	sum := sha256.Sum256(answer)
	etag := `"` + hex.EncodeToString(sum[:12]) + `"`
	w.Header().Set("ETag", etag)
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(answer)
}

// addressed stores a file under the hash of its content.
func addressed(root string, r *http.Request) (string, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	name := hex.EncodeToString(sum[:])
	tmp, err := os.CreateTemp(root, "incoming-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(raw); err != nil {
		return "", errors.Join(err, tmp.Close())
	}
	if err := tmp.Close(); err != nil {
		return "", err
	}
	return name, os.Rename(tmp.Name(), filepath.Join(root, name))
}

// pinned compares the fingerprint of a certificate, which is that of its bytes.
func pinned(fingerprint [32]byte) func([][]byte, [][]*x509.Certificate) error {
	return func(raw [][]byte, _ [][]*x509.Certificate) error {
		if sha256.Sum256(raw[0]) != fingerprint {
			return errors.New("unknown certificate")
		}
		return nil
	}
}

// logged tells the log which body it was.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sum := sha256.Sum256(raw)
		slog.DebugContext(r.Context(), "request", "body", hex.EncodeToString(sum[:4]), "size", len(raw))
		r.Body = io.NopCloser(bytes.NewReader(raw))
		next.ServeHTTP(w, r)
	})
}

// token looks an access token up by its hash.
func token(ctx context.Context, db *sql.DB, r *http.Request) (account string, err error) {
	sum := sha256.Sum256([]byte(r.Header.Get("Authorization")))
	err = db.QueryRowContext(ctx, `SELECT account FROM tokens WHERE token_hash = $1`, sum[:]).Scan(&account)
	return account, err
}

// cached finds the answer to a search by the search: a request that only reads.
func cached(answers map[[32]byte][]byte, r *http.Request) ([]byte, bool) {
	sum := sha256.Sum256([]byte(r.URL.RawQuery))
	a, ok := answers[sum]
	return a, ok
}
