// Package redis watches what it has read, or lets the server do the arithmetic.
package redis

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/redis/go-redis/v9"
)

// basket is a value in JSON, which two tabs of a browser change.
type basket struct {
	Pears  int `json:"pears"`
	Apples int `json:"apples"`
}

type baskets struct{ rdb *redis.Client }

func load(ctx context.Context, tx *redis.Tx, key string) (out basket, err error) {
	raw, err := tx.Get(ctx, key).Bytes()
	if err != nil {
		return out, err
	}
	err = json.Unmarshal(raw, &out)
	return out, err
}

// add sets the value only if nobody has touched the key since it was read, and tries again otherwise.
func (b *baskets) add(ctx context.Context, id string) (err error) {
	key := "basket:" + id
	for range 10 {
		err = b.rdb.Watch(ctx, func(tx *redis.Tx) error {
			one, err := load(ctx, tx, key)
			if err != nil {
				return err
			}
			one.Pears++
			raw, err := json.Marshal(one)
			if err != nil {
				return err
			}
			_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Set(ctx, key, raw, redis.KeepTTL)
				return nil
			})
			return err
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return err
}

func (b *baskets) pear(w http.ResponseWriter, r *http.Request) {
	if err := b.add(r.Context(), r.PathValue("basket")); err != nil {
		http.Error(w, "look at your basket", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// apple has one field per basket, and adds in the server; the handler is called once per press of a button.
func (b *baskets) apple(w http.ResponseWriter, r *http.Request) {
	n, err := b.rdb.HIncrBy(r.Context(), "apples", r.PathValue("basket"), 1).Result()
	if err != nil {
		http.Error(w, "look at your basket", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte(strconv.FormatInt(n, 10)))
}

func (b *baskets) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /baskets/{basket}/pears", b.pear)
	mux.HandleFunc("POST /baskets/{basket}/apples", b.apple)
}
