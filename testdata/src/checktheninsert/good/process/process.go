// Package process has stores inside one process, and what must be one step is one.
package process

import (
	"regexp"
	"sync"
	"sync/atomic"
)

// turnstile counts the visitors of a gate.
type turnstile struct {
	mu     sync.Mutex
	passed int
}

// fair has a turnstile for each gate. Load is the quick way, LoadOrStore decides.
type fair struct{ gates sync.Map }

func (f *fair) gate(name string) *turnstile {
	if t, ok := f.gates.Load(name); ok {
		return t.(*turnstile)
	}
	t, _ := f.gates.LoadOrStore(name, &turnstile{})
	return t.(*turnstile)
}

// tally has a mutex around the look and the write.
type tally struct {
	mu      sync.Mutex
	byStall map[string]*atomic.Int64
}

func (t *tally) sold(stall string, n int64) { t.counter(stall).Add(n) }

func (t *tally) counter(stall string) *atomic.Int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, ok := t.byStall[stall]
	if !ok {
		c = new(atomic.Int64)
		t.byStall[stall] = c
	}
	return c
}

// stalls looks twice: once with others, once alone.
type stalls struct {
	mu     sync.RWMutex
	byName map[string]*turnstile
}

func (s *stalls) get(name string) *turnstile {
	s.mu.RLock()
	t := s.byName[name]
	s.mu.RUnlock()
	if t != nil {
		return t
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if t = s.byName[name]; t == nil {
		t = &turnstile{}
		s.byName[name] = t
	}
	return t
}

// rooms keeps a sync.Map under a mutex for those who write, because others only range over it.
type rooms struct {
	mu   sync.Mutex
	open sync.Map
}

func (r *rooms) enter(name string) *turnstile {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t, ok := r.open.Load(name); ok {
		return t.(*turnstile)
	}
	t := &turnstile{}
	r.open.Store(name, t)
	return t
}

var patterns sync.Map

// compiled remembers what is dear to compute. Two that compute it store equal values, and it does not matter which one stays.
func compiled(pattern string) (*regexp.Regexp, error) {
	if re, ok := patterns.Load(pattern); ok {
		return re.(*regexp.Regexp), nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	patterns.Store(pattern, re)
	return re, nil
}

// sizes remembers numbers.
type sizes struct{ known sync.Map }

func (s *sizes) of(name string, measure func(string) int) int {
	if n, ok := s.known.Load(name); ok {
		return n.(int)
	}
	n := measure(name)
	s.known.Store(name, n)
	return n
}
