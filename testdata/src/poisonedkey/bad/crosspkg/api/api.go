// Package api hands every answer to a store in another package.
package api

import (
	"context"
	"log"
	"net/http"

	"github.com/google/uuid"

	"example.com/cases/poisonedkey/ask"
	"example.com/cases/poisonedkey/bad/crosspkg/answers"
)

// Once runs next once for each key.
func Once(book *answers.Book, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slot := answers.Slot{Caller: ask.Caller(r.Context()), Key: r.Header.Get("Idempotency-Key"), Owner: uuid.NewString()}
		fingerprint, err := ask.Fingerprint(r)
		if err != nil || slot.Key == "" {
			http.Error(w, "an Idempotency-Key and JSON are required", http.StatusBadRequest)
			return
		}
		old, err := book.Begin(r.Context(), slot, fingerprint)
		if err != nil {
			http.Error(w, "try again", http.StatusServiceUnavailable)
			return
		}
		if old != nil {
			ask.Again(w, old, fingerprint)
			return
		}
		rec := ask.Record(w)
		next.ServeHTTP(rec, r)
		if err := book.Finish(context.WithoutCancel(r.Context()), slot, rec.Status, rec.Body.Bytes()); err != nil { // want "IDV306: .*kept_answers"
			log.Printf("answer not kept: %v", err)
		}
	})
}
