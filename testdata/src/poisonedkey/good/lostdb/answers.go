// Package lostdb keeps what is an answer. When its database is away for a second, it gives the key back, and the caller's next
// attempt is served.
package lostdb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"example.com/cases/poisonedkey/ask"
)

type answers struct{ rdb *redis.Client }

// stored is an answer, or the claim of the one who works on it.
type stored struct {
	ask.Answer
	Owner string
}

// release gives back a claim that is still its owner's.
var release = redis.NewScript(`local s = redis.call("GET", KEYS[1]) if s and cjson.decode(s).Owner == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// begin claims a key for a minute, or returns what is stored under it.
func (a *answers) begin(ctx context.Context, key, fingerprint, owner string) (*ask.Answer, error) {
	claim, err := json.Marshal(stored{Answer: ask.Answer{Fingerprint: fingerprint}, Owner: owner})
	if err != nil {
		return nil, err
	}
	won, err := a.rdb.SetNX(ctx, key, claim, ask.Lease*time.Second).Result()
	if err != nil || won {
		return nil, err
	}
	known, err := a.rdb.Get(ctx, key).Bytes()
	if err != nil {
		return nil, err
	}
	var s stored
	return &s.Answer, json.Unmarshal(known, &s)
}

// Wrap gives the second request with a key the answer of the first.
func Wrap(rdb *redis.Client, next http.Handler) http.Handler {
	a := &answers{rdb: rdb}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		fingerprint, err := ask.Fingerprint(r)
		if key == "" || err != nil {
			http.Error(w, "an Idempotency-Key and JSON are required", http.StatusBadRequest)
			return
		}
		key = "answer:" + ask.Caller(r.Context()) + ":" + key
		owner := uuid.NewString()
		known, err := a.begin(r.Context(), key, fingerprint, owner)
		if err != nil {
			http.Error(w, "try again", http.StatusServiceUnavailable)
			return
		}
		if known != nil {
			ask.Again(w, known, fingerprint)
			return
		}
		ctx := context.WithoutCancel(r.Context())
		// docs:begin poisonedkey-good
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		if rec.status >= http.StatusInternalServerError {
			_ = release.Run(ctx, a.rdb, []string{key}, owner).Err()
			return
		}
		answer, err := json.Marshal(stored{Answer: ask.Answer{Fingerprint: fingerprint, Status: rec.status, Body: rec.body.Bytes()}})
		if err == nil {
			err = a.rdb.Set(ctx, key, answer, 24*time.Hour).Err()
		}
		// docs:end poisonedkey-good
		if err != nil && !errors.Is(err, context.Canceled) {
			log.Printf("answer not kept: %v", err)
		}
	})
}

type recorder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	r.body.Write(p)
	return r.ResponseWriter.Write(p)
}
