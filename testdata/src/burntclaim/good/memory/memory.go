// Package memory remembers in the process what it has begun, and forgets it when that has failed.
package memory

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// errInWork asks the sensor to come again.
var errInWork = errors.New("the reading is being stored")

// sensors stores what sensors tell; a sensor repeats itself until it is answered.
type sensors struct {
	db     *sql.DB
	inWork sync.Map
}

func (s *sensors) take(ctx context.Context, sensor, reading string, value float64) error {
	if _, dup := s.inWork.LoadOrStore(reading, struct{}{}); dup {
		return errInWork
	}
	defer s.inWork.Delete(reading)
	_, err := s.db.ExecContext(ctx, `insert into readings (id, sensor, value) values ($1, $2, $3)
		on conflict (id) do update set value = excluded.value`, reading, sensor, value)
	return err
}

// running says which reports are being made.
type running struct {
	mu  sync.Mutex
	now map[string]bool
}

func (r *running) begin(name string) (end func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now[name] {
		return nil, false
	}
	r.now[name] = true
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.now, name)
	}, true
}

// reports makes one report of each name at a time.
type reports struct {
	running *running
	db      *sql.DB
}

func (r *reports) build(ctx context.Context, name string) error {
	end, ok := r.running.begin(name)
	if !ok {
		return nil
	}
	defer end()
	var sum int64
	if err := r.db.QueryRowContext(ctx, `select coalesce(sum(cents), 0) from sales where report = $1`, name).Scan(&sum); err != nil {
		return err
	}
	_, err := r.db.ExecContext(ctx, `update reports set total = $2 where name = $1`, name, sum)
	return err
}
