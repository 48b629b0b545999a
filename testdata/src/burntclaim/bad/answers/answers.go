// Package answers tells a sender to try again, by a status or by giving the message back, after the mark was set.
package answers

import (
	"context"
	"net/http"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

// meter is implemented elsewhere.
type meter interface {
	Read(ctx context.Context, house string) error
}

// hook takes calls of a provider, who repeats them until he is answered 2xx.
type hook struct {
	rdb   *redis.Client
	meter meter
}

func (h *hook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, id := r.Context(), r.Header.Get("Delivery-Number")
	first, err := h.rdb.SetNX(ctx, "hook:"+id, 1, 72*time.Hour).Result() // want "IDV311: .*SetNX"
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	if !first {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if err := h.meter.Read(ctx, r.PathValue("house")); err != nil {
		http.Error(w, "try again", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *hook) consume(ctx context.Context, in <-chan amqp.Delivery) {
	for d := range in {
		first, err := h.rdb.SetNX(ctx, "read:"+d.MessageId, 1, 72*time.Hour).Result() // want "IDV311: .*SetNX"
		if err != nil {
			_ = d.Nack(false, true)
			continue
		}
		if first {
			if err := h.meter.Read(ctx, string(d.Body)); err != nil {
				_ = d.Nack(false, true)
				continue
			}
		}
		_ = d.Ack(false)
	}
}
