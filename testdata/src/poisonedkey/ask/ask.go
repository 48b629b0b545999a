// Package ask has what the cases share: who asks, what for, and how a stored answer is given again.
package ask

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
)

// Lease is how long a request may be worked on before another may take it over, in seconds.
const Lease = 60

type callerKey struct{}

// WithCaller is called by the authentication.
func WithCaller(ctx context.Context, caller string) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// Caller names who asks.
func Caller(ctx context.Context) string {
	caller, _ := ctx.Value(callerKey{}).(string)
	return caller
}

// Answer is what is stored under a key. Its status is 0 while the request is worked on.
type Answer struct {
	Fingerprint string
	Status      int
	Body        []byte
}

// Fingerprint tells what a request asks for, whatever the order and the spaces of its body.
func Fingerprint(r *http.Request) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return "", err
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	return Of(r.Method+" "+r.URL.Path, raw)
}

// Of is the fingerprint of an operation and its JSON.
func Of(operation string, raw []byte) (string, error) {
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		return "", err
	}
	canonical, err := json.Marshal(fields)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(operation+"\n"), canonical...))
	return hex.EncodeToString(sum[:]), nil
}

// Again answers from what is stored, if it was stored for the same request.
func Again(w http.ResponseWriter, a *Answer, fingerprint string) {
	switch {
	case a.Fingerprint != fingerprint:
		http.Error(w, "the key was used for another request", http.StatusUnprocessableEntity)
	case a.Status == 0:
		http.Error(w, "in progress", http.StatusConflict)
	default:
		w.WriteHeader(a.Status)
		_, _ = w.Write(a.Body)
	}
}

// Recorder keeps what a handler answers.
type Recorder struct {
	http.ResponseWriter
	Status int
	Body   bytes.Buffer
}

// Record begins to record.
func Record(w http.ResponseWriter) *Recorder {
	return &Recorder{ResponseWriter: w, Status: http.StatusOK}
}

// WriteHeader notes the status.
func (r *Recorder) WriteHeader(status int) {
	r.Status = status
	r.ResponseWriter.WriteHeader(status)
}

// Write notes the body.
func (r *Recorder) Write(p []byte) (int, error) {
	r.Body.Write(p)
	return r.ResponseWriter.Write(p)
}
