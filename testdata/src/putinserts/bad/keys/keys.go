// Package keys hands out keys to lockers. One function serves all methods.
package keys

import (
	"context"
	"net/http"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/redis/go-redis/v9"
)

type lockers struct{ rdb *redis.Client }

func (l *lockers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodPut:
		key, err := l.add(r.Context(), r.URL.Query().Get("locker"))
		if err != nil {
			http.Error(w, "no key", http.StatusInternalServerError)
			return
		}
		_, _ = w.Write([]byte(key))
	case http.MethodDelete:
		there, err := l.remove(r.Context(), r.URL.Query().Get("key"))
		if err != nil {
			http.Error(w, "no answer", http.StatusInternalServerError)
			return
		}
		if !there {
			http.NotFound(w, r) // want "IDV701: .*404"
			return
		}
		w.WriteHeader(http.StatusNoContent)
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (l *lockers) add(ctx context.Context, locker string) (string, error) {
	key := ulid.Make().String()
	return key, l.rdb.Set(ctx, "key:"+key, locker, 12*time.Hour).Err() // want "IDV701: .*Set"
}

func (l *lockers) remove(ctx context.Context, key string) (bool, error) {
	n, err := l.rdb.Del(ctx, "key:"+key).Result()
	return n > 0, err
}
