// Package filters asks a Bloom filter first: what it has never seen needs no question to the database.
package filters

import (
	"context"
	"database/sql"
	"sync"

	"github.com/bits-and-blooms/bloom/v3"
	"github.com/nats-io/nats.go/jetstream"
)

// crawler announces pages that are new.
type crawler struct {
	mu    sync.Mutex
	known *bloom.BloomFilter
	db    *sql.DB
	js    jetstream.JetStream
}

// seen may be wrong when it says yes; then the table decides.
func (c *crawler) seen(ctx context.Context, page string) (bool, error) {
	c.mu.Lock()
	maybe := c.known.TestString(page)
	c.mu.Unlock()
	if !maybe {
		return false, nil
	}
	var known bool
	err := c.db.QueryRowContext(ctx, `select exists (select 1 from pages where url = $1)`, page).Scan(&known)
	return known, err
}

// found sends under the page's address, and stores that the page was seen.
func (c *crawler) found(ctx context.Context, page string) error {
	known, err := c.seen(ctx, page)
	if err != nil || known {
		return err
	}
	if _, err := c.js.Publish(ctx, "pages", []byte(page), jetstream.WithMsgID(page)); err != nil {
		return err
	}
	if _, err := c.db.ExecContext(ctx, `insert into pages (url, seen) values ($1, now()) on conflict (url) do update set seen = excluded.seen`, page); err != nil {
		return err
	}
	c.mu.Lock()
	c.known.AddString(page)
	c.mu.Unlock()
	return nil
}
