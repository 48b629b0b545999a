// Package redis marks what was done in Redis, and asks only whether Redis is there.
package redis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

const remember = 48 * time.Hour

// pager wakes the engineer on duty by a request to a service that takes no key.
type pager struct {
	rdb    *redis.Client
	client *http.Client
	url    string
}

// page is called by each of the monitors that see the same incident.
func (p *pager) page(ctx context.Context, incident string) error {
	if err := p.rdb.SetNX(ctx, "paged:"+incident, "1", remember).Err(); err != nil { // want "IDV308: .*SetNX"
		return err
	}
	return p.post(ctx, incident)
}

// pageQuietly takes "there already" for an answer like any other.
func (p *pager) pageQuietly(ctx context.Context, incident string) error {
	err := p.rdb.SetArgs(ctx, "paged:"+incident, "1", redis.SetArgs{Mode: "NX", TTL: remember}).Err() // want "IDV308: .*SetArgs"
	if err != nil && !errors.Is(err, redis.Nil) {
		return fmt.Errorf("incident %s: %w", incident, err)
	}
	return p.post(ctx, incident)
}

func (p *pager) post(ctx context.Context, incident string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader([]byte(incident)))
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// members gives each member of a club one welcome gift, from a set of those who have it.
type members struct{ rdb *redis.Client }

func (m *members) welcome(ctx context.Context, member string) error {
	if err := m.rdb.SAdd(ctx, "welcomed", member).Err(); err != nil { // want "IDV308: .*SAdd"
		return err
	}
	return m.rdb.IncrBy(ctx, "points:"+member, 50).Err()
}
