// Package redis reads a value, and sets another one that was made from it.
package redis

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

// heat adds up how long a stove was on.
type heat struct {
	rdb *redis.Client
	in  *kafka.Reader
}

func (h *heat) run(ctx context.Context) error {
	for {
		m, err := h.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := h.add(ctx, string(m.Key), string(m.Value)); err != nil {
			return err
		}
		if err := h.in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (h *heat) add(ctx context.Context, stove, minutes string) error {
	n, err := strconv.ParseInt(minutes, 10, 64)
	if err != nil {
		return err
	}
	have, err := h.rdb.Get(ctx, "heat:"+stove).Int64()
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	return h.rdb.Set(ctx, "heat:"+stove, have+n, 0).Err() // want "IDV403: .*Set"
}

// basket is a value in JSON, which two tabs of a browser change.
type basket struct {
	Pears  int `json:"pears"`
	Apples int `json:"apples"`
}

type baskets struct{ rdb redis.Cmdable }

func (b *baskets) load(ctx context.Context, id string) (out basket, err error) {
	raw, err := b.rdb.HGet(ctx, "baskets", id).Bytes()
	if err != nil {
		return out, err
	}
	err = json.Unmarshal(raw, &out)
	return out, err
}

func (b *baskets) store(ctx context.Context, id string, one basket) error {
	raw, err := json.Marshal(one)
	if err != nil {
		return err
	}
	return b.rdb.HSet(ctx, "baskets", id, raw).Err() // want "IDV403: .*HSet"
}

func (b *baskets) pear(w http.ResponseWriter, r *http.Request) {
	one, err := b.load(r.Context(), r.PathValue("basket"))
	if err != nil {
		http.Error(w, "no such basket", http.StatusNotFound)
		return
	}
	one.Pears++
	if err := b.store(r.Context(), r.PathValue("basket"), one); err != nil {
		http.Error(w, "look at your basket", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (b *baskets) routes(mux *http.ServeMux) { mux.HandleFunc("POST /baskets/{basket}/pears", b.pear) }
