// Package redis looks at the answers of Redis: to a claim, and in one case to none, because what it sets is a cache.
package redis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	remember = 48 * time.Hour
	lease    = time.Minute
)

var errBusy = errors.New("another server pages for this incident")

// release deletes a claim that still has the value of its owner.
var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// pager wakes the engineer on duty. The service that it asks knows a second request by its key.
type pager struct {
	rdb    *redis.Client
	client *http.Client
	url    string
}

func (p *pager) page(ctx context.Context, incident string) error {
	owner := uuid.NewString()
	won, err := p.rdb.SetNX(ctx, "paging:"+incident, owner, lease).Result()
	if err != nil {
		return err
	}
	if !won {
		return errBusy
	}
	defer func() {
		_ = release.Run(context.WithoutCancel(ctx), p.rdb, []string{"paging:" + incident}, owner).Err()
	}()
	return p.post(ctx, incident)
}

func (p *pager) pageQuietly(ctx context.Context, incident string) error {
	owner := uuid.NewString()
	err := p.rdb.SetArgs(ctx, "paging:"+incident, owner, redis.SetArgs{Mode: "NX", TTL: lease}).Err()
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	if err != nil {
		return fmt.Errorf("incident %s: %w", incident, err)
	}
	defer func() {
		_ = release.Run(context.WithoutCancel(ctx), p.rdb, []string{"paging:" + incident}, owner).Err()
	}()
	return p.post(ctx, incident)
}

func (p *pager) post(ctx context.Context, incident string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader([]byte(incident)))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "incident-"+incident)
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// weather keeps the forecast of a place for an hour. Whoever comes second does not need to know that somebody was faster.
type weather struct {
	rdb  *redis.Client
	load func(ctx context.Context, place string) (string, error)
}

func (w *weather) forecast(ctx context.Context, place string) (string, error) {
	text, err := w.rdb.Get(ctx, "weather:"+place).Result()
	if err == nil {
		return text, nil
	}
	if !errors.Is(err, redis.Nil) {
		return "", err
	}
	if text, err = w.load(ctx, place); err != nil {
		return "", err
	}
	return text, w.rdb.SetNX(ctx, "weather:"+place, text, time.Hour).Err()
}

// present notes who is in the room. To note it twice is to note it once.
func present(ctx context.Context, rdb *redis.Client, room, member string) error {
	if err := rdb.SAdd(ctx, "room:"+room, member).Err(); err != nil {
		return err
	}
	return rdb.Set(ctx, "last-seen:"+member, room, remember).Err()
}
