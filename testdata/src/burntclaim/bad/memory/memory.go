// Package memory remembers in the process what it has begun, and goes on remembering when that has failed.
package memory

import (
	"context"
	"database/sql"
	"sync"
)

// sensors stores what sensors tell; a sensor repeats itself until it is answered.
type sensors struct {
	db   *sql.DB
	seen sync.Map
}

func (s *sensors) take(ctx context.Context, sensor, reading string, value float64) error {
	if _, dup := s.seen.LoadOrStore(reading, struct{}{}); dup { // want "IDV311: .*LoadOrStore"
		return nil
	}
	_, err := s.db.ExecContext(ctx, `insert into readings (id, sensor, value) values ($1, $2, $3)
		on conflict (id) do update set value = excluded.value`, reading, sensor, value)
	return err
}

// running says which reports are being made.
type running struct {
	mu  sync.Mutex
	now map[string]bool
}

func (r *running) begin(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now[name] {
		return false
	}
	r.now[name] = true // want "IDV311: .*now"
	return true
}

func (r *running) end(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.now, name)
}

// reports makes one report of each name at a time.
type reports struct {
	running *running
	db      *sql.DB
}

// build forgets to end when the first query fails.
func (r *reports) build(ctx context.Context, name string) error {
	if !r.running.begin(name) {
		return nil
	}
	var sum int64
	if err := r.db.QueryRowContext(ctx, `select coalesce(sum(cents), 0) from sales where report = $1`, name).Scan(&sum); err != nil {
		return err
	}
	_, err := r.db.ExecContext(ctx, `update reports set total = $2 where name = $1`, name, sum)
	r.running.end(name)
	return err
}
