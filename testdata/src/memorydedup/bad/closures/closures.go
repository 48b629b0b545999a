// Package closures has sets that only a closure knows.
package closures

import (
	"io"
	"net/http"
	"net/smtp"
	"sync"

	amqp "github.com/rabbitmq/amqp091-go"
)

// bell rings at a door, once for each visit that the app tells about.
func bell(ch *amqp.Channel) http.HandlerFunc {
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
		err := ch.PublishWithContext(r.Context(), "bells", r.PathValue("door"), true, false, amqp.Publishing{Body: []byte(visit)})
		if err != nil {
			http.Error(w, "bell", http.StatusBadGateway)
			return
		}
		rung[visit] = true // want "IDV310: .*rung"
	}
}

// welcome writes to new members.
func welcome(host string, auth smtp.Auth) http.Handler {
	var greeted sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		member := r.PathValue("member")
		text, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "body", http.StatusBadRequest)
			return
		}
		if _, again := greeted.Swap(member, true); again { // want "IDV310: .*Swap"
			return
		}
		if err := smtp.SendMail(host, auth, "club@example.org", []string{member}, text); err != nil {
			greeted.Delete(member)
			http.Error(w, "mail", http.StatusBadGateway)
		}
	})
}
