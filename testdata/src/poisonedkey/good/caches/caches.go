// Package caches keeps pages under their address, and not answers under a key. What is no page is not kept.
package caches

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"

	"example.com/cases/poisonedkey/ask"
)

// Pages keeps pages for a minute.
func Pages(rdb *redis.Client, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		if page, err := rdb.Get(r.Context(), "page:"+r.URL.RequestURI()).Bytes(); err == nil {
			_, _ = w.Write(page)
			return
		}
		rec := ask.Record(w)
		next.ServeHTTP(rec, r)
		if rec.Status == http.StatusOK {
			_ = rdb.Set(r.Context(), "page:"+r.URL.RequestURI(), rec.Body.Bytes(), time.Minute).Err()
		}
	})
}

// rates asks another service for a rate of exchange, at most once in ten seconds. It remembers failures as long: that another
// service is away is not asked on every request.
type rates struct {
	rdb    *redis.Client
	client *http.Client
	url    string
}

func (s *rates) rate(ctx context.Context, currency string) (string, error) {
	known, err := s.rdb.Get(ctx, "rate:"+currency).Result()
	if err == nil && known == "" {
		return "", errors.New("no rate for the moment")
	}
	if err == nil {
		return known, nil
	}
	rate, loadErr := s.load(ctx, currency)
	return rate, errors.Join(loadErr, s.rdb.Set(ctx, "rate:"+currency, rate, 10*time.Second).Err())
}

func (s *rates) load(ctx context.Context, currency string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/"+currency, nil)
	if err != nil {
		return "", err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("rate: %s", resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64))
	return string(text), err
}

// health tells what the last check came to. Nobody is answered from it who asked for work to be done.
func health(rdb *redis.Client, check func(context.Context) error) gin.HandlerFunc {
	return func(c *gin.Context) {
		status := http.StatusOK
		if err := check(c); err != nil {
			status = http.StatusServiceUnavailable
		}
		if err := rdb.Set(c, "health", status, time.Minute).Err(); err != nil {
			_ = c.Error(err)
		}
		c.Status(status)
	}
}
