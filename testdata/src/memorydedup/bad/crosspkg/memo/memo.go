// Package memo has a set that many may use at once.
package memo

import "sync"

// Set is a set of T.
type Set[T comparable] struct {
	mu sync.Mutex
	in map[T]struct{}
}

// Add reports whether v is new.
func (s *Set[T]) Add(v T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.in[v]; ok {
		return false
	}
	if s.in == nil {
		s.in = map[T]struct{}{}
	}
	s.in[v] = struct{}{}
	return true
}

// Remove forgets v.
func (s *Set[T]) Remove(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.in, v)
}
