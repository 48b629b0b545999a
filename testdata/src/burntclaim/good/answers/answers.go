// Package answers tells a sender to try again, after the mark was taken back; or answers that the work has failed for good.
package answers

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

// meter is implemented elsewhere.
type meter interface {
	Read(ctx context.Context, house string) error
}

// hook takes calls of a provider, who repeats them until he is answered 2xx or 4xx.
type hook struct {
	rdb   *redis.Client
	meter meter
}

func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, id := r.Context(), r.Header.Get("Delivery-Number")
	first, err := h.rdb.SetNX(ctx, "hook:"+id, 1, 72*time.Hour).Result()
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	if !first {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if err := h.meter.Read(ctx, r.PathValue("house")); err != nil {
		if err := h.rdb.Del(context.WithoutCancel(ctx), "hook:"+id).Err(); err != nil {
			slog.ErrorContext(ctx, "the mark stays", "id", id, "err", err)
		}
		http.Error(w, "try again", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// refuse does not want to be asked again: what was sent is not to be read at all.
func (h *hook) refuse(w http.ResponseWriter, r *http.Request) {
	ctx, id := r.Context(), r.Header.Get("Delivery-Number")
	first, err := h.rdb.SetNX(ctx, "refused:"+id, 1, 72*time.Hour).Result()
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	if first {
		if err := h.meter.Read(ctx, r.PathValue("house")); err != nil {
			http.Error(w, "no such house", http.StatusNotFound)
			return
		}
	}
	w.WriteHeader(http.StatusNoContent)
}
