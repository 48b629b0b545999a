// Package inside remembers in memory what concerns the memory: listeners, locks, connections, counts.
package inside

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"sync/atomic"
)

// hub tells listeners of this process about a score, each once.
type hub struct {
	mu        sync.Mutex
	told      map[string]map[int64]bool
	listeners map[string]chan<- int64
}

func (h *hub) score(id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, to := range h.listeners {
		if h.told[name][id] {
			continue
		}
		select {
		case to <- id:
			h.told[name][id] = true
		default:
		}
	}
}

// locks has one mutex for each match. The row's version decides; the mutex keeps this process from losing against itself.
type locks struct{ byMatch sync.Map }

func (l *locks) of(match int64) *sync.Mutex {
	mu, _ := l.byMatch.LoadOrStore(match, new(sync.Mutex))
	return mu.(*sync.Mutex)
}

func goal(ctx context.Context, db *sql.DB, l *locks, match, version int64) (bool, error) {
	mu := l.of(match)
	mu.Lock()
	defer mu.Unlock()
	res, err := db.ExecContext(ctx, `update matches set goals = goals + 1, version = version + 1 where id = $1 and version = $2`, match, version)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// clients has one client for each league.
type clients struct {
	mu sync.Mutex
	by map[string]*http.Client
}

func (c *clients) of(league string) *http.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cl, ok := c.by[league]; ok {
		return cl
	}
	cl := &http.Client{}
	c.by[league] = cl
	return cl
}

// viewers counts who looks, each once for a number on a screen.
type viewers struct {
	seen sync.Map
	n    atomic.Int64
}

func (v *viewers) look(viewer string) int64 {
	if _, again := v.seen.LoadOrStore(viewer, true); again {
		return v.n.Load()
	}
	return v.n.Add(1)
}
