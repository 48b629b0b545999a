// Package closures has sets that only a closure knows, for effects that stay inside or may be repeated.
package closures

import (
	"database/sql"
	"io"
	"log"
	"net/http"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// bell rings at a door. The stream drops a second ring of the same visit.
func bell(js jetstream.JetStream) http.HandlerFunc {
	var mu sync.Mutex
	rung := make(map[string]bool)
	return func(w http.ResponseWriter, r *http.Request) {
		visit := r.PathValue("visit")
		mu.Lock()
		defer mu.Unlock()
		if rung[visit] {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if _, err := js.Publish(r.Context(), "bells."+r.PathValue("door"), []byte(visit), jetstream.WithMsgID(visit)); err != nil {
			http.Error(w, "bell", http.StatusBadGateway)
			return
		}
		rung[visit] = true
	}
}

// welcome stores what to write to new members. A relay sends it.
func welcome(db *sql.DB) http.Handler {
	var stored sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		member := r.PathValue("member")
		if _, ok := stored.Load(member); ok {
			return
		}
		text, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "body", http.StatusBadRequest)
			return
		}
		_, err = db.ExecContext(r.Context(), `insert into welcomes (member, text) values ($1, $2) on conflict (member) do nothing`, member, text)
		if err != nil {
			http.Error(w, "later", http.StatusServiceUnavailable)
			return
		}
		stored.Store(member, true)
	})
}

// warnOnce logs each warning once.
func warnOnce() func(text string) {
	var seen sync.Map
	return func(text string) {
		if _, again := seen.LoadOrStore(text, true); !again {
			log.Print(text)
		}
	}
}
