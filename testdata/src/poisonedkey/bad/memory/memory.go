// Package memory keeps the answers of a development server, which is one process, in a map.
package memory

import (
	"net/http"
	"sync"

	"example.com/cases/poisonedkey/ask"
)

type answers struct {
	mu   sync.Mutex
	kept map[string]ask.Answer
}

// begin claims a key, or returns what is under it.
func (a *answers) begin(id, fingerprint string) *ask.Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	if old, ok := a.kept[id]; ok {
		return &old
	}
	a.kept[id] = ask.Answer{Fingerprint: fingerprint}
	return nil
}

func (a *answers) keep(id string, answer ask.Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept[id] = answer // want "IDV306: .*kept"
}

// Wrap gives the second request with a key the answer of the first.
func Wrap(next http.Handler) http.Handler {
	a := &answers{kept: map[string]ask.Answer{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := ask.Caller(r.Context()) + "/" + r.Header.Get("Idempotency-Key")
		fingerprint, err := ask.Fingerprint(r)
		if err != nil {
			http.Error(w, "not understood", http.StatusBadRequest)
			return
		}
		if old := a.begin(id, fingerprint); old != nil {
			ask.Again(w, old, fingerprint)
			return
		}
		rec := ask.Record(w)
		next.ServeHTTP(rec, r)
		a.keep(id, ask.Answer{Fingerprint: fingerprint, Status: rec.Status, Body: rec.Body.Bytes()})
	})
}
